/** What the look page can show. Sections scroll; screens fill the window. */
import type { Component } from "svelte";
import type { World } from "../world";
import Chips from "./sections/Chips.svelte";
import Tracks from "./sections/Tracks.svelte";
import Cards from "./sections/Cards.svelte";
import Strips from "./sections/Strips.svelte";
import Story from "./sections/Story.svelte";
import DiceShow from "./sections/DiceShow.svelte";
import Faces from "./sections/Faces.svelte";
import Backdrops from "./sections/Backdrops.svelte";
import Posters from "./sections/Posters.svelte";
import Small from "./sections/Small.svelte";
import Zones from "./sections/Zones.svelte";
import Charts from "./sections/Charts.svelte";
import MistTable from "./screens/MistTable.svelte";
import FateTable from "./screens/FateTable.svelte";
import TimelineTable from "./screens/TimelineTable.svelte";
import MakerScreen from "./screens/MakerScreen.svelte";

export const SECTIONS: Record<string, Component<{ world: World }>> = {
  chips: Chips,
  tracks: Tracks,
  cards: Cards,
  strips: Strips,
  story: Story,
  dice: DiceShow,
  faces: Faces,
  backdrops: Backdrops,
  posters: Posters,
  small: Small,
  zones: Zones,
  charts: Charts,
};

type Screen = { part: Component<{ world: World; state: string }>; state: string };

export const SCREENS: Record<string, Screen> = {
  "mist-rest": { part: MistTable, state: "rest" },
  "mist-pick": { part: MistTable, state: "pick" },
  "mist-review": { part: MistTable, state: "review" },
  "mist-roll": { part: MistTable, state: "roll" },
  "mist-mixed": { part: MistTable, state: "mixed" },
  "mist-spend": { part: MistTable, state: "spend" },
  "mist-consequence": { part: MistTable, state: "consequence" },
  "mist-popover": { part: MistTable, state: "popover" },
  "mist-empty": { part: MistTable, state: "empty" },
  "mist-crowd": { part: MistTable, state: "crowd" },
  "fate-turn": { part: FateTable, state: "turn" },
  "fate-invoke": { part: FateTable, state: "invoke" },
  "fate-hit": { part: FateTable, state: "hit" },
  "fate-compel": { part: FateTable, state: "compel" },
  "fate-roll": { part: FateTable, state: "roll" },
  "timeline-fight": { part: TimelineTable, state: "fight" },
  "timeline-check": { part: TimelineTable, state: "check" },
  "timeline-rolled": { part: TimelineTable, state: "rolled" },
  "timeline-talks": { part: TimelineTable, state: "talks" },
  "maker-mist": { part: MakerScreen, state: "mist" },
  "maker-fate": { part: MakerScreen, state: "fate" },
};
