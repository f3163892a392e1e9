// A game as small as a game can be, kept by boardgame.io's own flat files: everyone may roll a die.
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const game = {
  name: "tiny",
  setup: () => ({ rolls: 0, last: 0 }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    roll: ({ G, random }) => {
      G.rolls += 1;
      G.last = random.Die(6);
    },
  },
};

const db = new FlatFile({ dir: process.argv[2] });
Server({ games: [game], db, origins: [Origins.LOCALHOST] })
  .run({ port: 0, callback: () => {} })
  .then(({ appServer }) => process.send(appServer.address().port));
