// Moves per second of boardgame.io: six seats at each of some matches, one move under way at each
// match all the time, counted when its mover has the new state. Prints one number.
const { fork } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { io } = require("socket.io-client");

const matches = Number(process.env.LOAD_TABLES ?? 64);
const seconds = Number(process.env.LOAD_SECONDS ?? 10);
const SEATS = 6;

const folder = mkdtempSync(join(tmpdir(), "boardgame-"));
const server = fork(join(__dirname, "server.js"), [folder], {
  stdio: ["ignore", "ignore", "inherit", "ipc"],
  env: { ...process.env, NODE_ENV: "production" },
});

/** Sits a player down; resolves with the state once it has come. */
function sit(port, match, player, onState) {
  const socket = io(`http://localhost:${port}/tiny`, { transports: ["websocket"], forceNew: true });
  return new Promise((resolve) => {
    socket.on("connect", () => socket.emit("sync", match, player, undefined, SEATS));
    socket.on("sync", (_, { state }) => resolve({ socket, state }));
    socket.on("update", (_, state) => onState(state._stateID));
    socket.on("patch", (_, _before, stateID) => onState(stateID));
  });
}

server.on("message", async (port) => {
  let moves = 0;
  const starts = [];
  for (let number = 0; number < matches; number += 1) {
    const match = `match-${number}`;
    const seats = [];
    let mover = -1;
    let known = 0;
    const move = (stateID) => {
      mover = (mover + 1) % SEATS;
      const player = String(mover);
      const payload = { type: "roll", args: [], playerID: player };
      seats[mover].socket.emit("update", { type: "MAKE_MOVE", payload }, stateID, match, player);
    };
    for (let seat = 0; seat < SEATS; seat += 1) {
      seats.push(
        await sit(port, match, String(seat), (stateID) => {
          if (seat === mover && stateID > known) {
            known = stateID;
            moves += 1;
            move(stateID);
          }
        }),
      );
    }
    starts.push(() => move(seats[0].state._stateID));
  }
  starts.forEach((start) => start());
  setTimeout(() => {
    const before = moves;
    setTimeout(() => {
      console.log(Math.round((moves - before) / seconds));
      server.kill();
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    }, seconds * 1000);
  }, 1000);
});
