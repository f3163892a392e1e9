/** The shapes of a drawn scene: the same id always gives the same place. */
import { seeded } from "../seed";

/** Decimal noise costs bytes and shows nowhere. */
const n = (value: number) => Math.round(value * 10) / 10;

export type Dusk = {
  moon: number;
  ridge: string;
  roofs: string;
  windows: { x: number; y: number }[];
  pier: string;
  birds: string;
};

/** Tales: dusk over water, a moon, roofs, a pier. */
export function dusk(id: string): Dusk {
  const random = seeded(`dusk ${id}`);
  const ridge = ["M0 240"];
  for (let x = 120; x < 1200; x += 90 + random() * 60)
    ridge.push(`L${n(x)} ${n(176 + random() * 64)}`);
  const roofs: string[] = [];
  const windows: { x: number; y: number }[] = [];
  let x = 560 + random() * 60;
  while (x < 960) {
    const wide = 56 + random() * 84;
    const high = 56 + random() * 60;
    const top = 262 - high;
    roofs.push(
      random() > 0.45
        ? `M${n(x)} 262V${n(top)}l${n(wide / 2)} ${n(-16 - random() * 20)} ${n(wide / 2)} ${n(16 + random() * 4)}V262z`
        : `M${n(x)} 262V${n(top)}h${n(wide)}V262z`,
    );
    if (random() > 0.4) windows.push({ x: n(x + wide * 0.3), y: n(top + 22) });
    if (random() > 0.6) windows.push({ x: n(x + wide * 0.62), y: n(top + 22) });
    x += wide + random() * 8;
  }
  const tower = n(x + 6);
  roofs.push(`M${tower} 262v-${n(96 + random() * 30)}h12v-22h8v22h12V262z`);
  const pier = ["M480 276h720v8H480z"];
  for (let post = 512; post < 1200; post += 74 + random() * 30)
    pier.push(`M${n(post)} 284h9v${n(66 + random() * 30)}h-9z`);
  const birds: string[] = [];
  const bird = 330 + random() * 120;
  for (let at = 0; at < 3; at += 1)
    birds.push(`M${n(bird + at * 38)} ${n(92 + random() * 36)}l9-7 9 7`);
  return {
    moon: n(860 + random() * 120),
    ridge: `${ridge.join("")}L1200 236V400H0z`,
    roofs: roofs.join(""),
    windows: windows.slice(0, 4),
    pier: pier.join(""),
    birds: birds.join(""),
  };
}

export type Corridor = {
  end: number;
  tubes: { x: number; y: number; wide: number; high: number; light: number }[];
  cabinets: string;
  handles: string;
};

/** Bureau: a corridor under tubes, cabinets on one side. */
export function corridor(id: string): Corridor {
  const random = seeded(`corridor ${id}`);
  const end = Math.round(700 + random() * 120);
  const tubes = Array.from({ length: 6 }, (_, at) => {
    const far = at / 6;
    const wide = 330 * (1 - far) ** 1.4 + 24;
    return {
      x: n(end - wide / 2),
      y: n(20 + 130 * (1 - (1 - far) ** 1.2)),
      wide: n(wide),
      high: n(14 * (1 - far) + 2),
      light: at === 1 && random() > 0.5 ? 0.35 : n(0.95 - 0.1 * at),
    };
  });
  const cabinets: string[] = [];
  const handles: string[] = [];
  for (let at = 0; at < 7; at += 1) {
    const far = at / 7;
    const x = 1200 - (1140 - end) * (1 - (1 - far) ** 1.6);
    const top = 60 + 96 * far;
    const bottom = 400 - 130 * far;
    cabinets.push(`M${n(x)} ${n(top)}V${n(bottom)}`);
    for (const part of [0.25, 0.5, 0.75])
      handles.push(
        `M${n(x - 20 * (1 - far))} ${n(top + (bottom - top) * part)}h${n(14 * (1 - far))}`,
      );
  }
  return { end, tubes, cabinets: cabinets.join(""), handles: handles.join("") };
}

export type Skyline = {
  near: string;
  far: string;
  warm: string;
  cold: string;
  rain: string;
  sign: number;
  second: number;
};

/** City: towers with lit windows, two signs, rain. One path for each colour. */
export function skyline(id: string): Skyline {
  const random = seeded(`skyline ${id}`);
  const near: string[] = [];
  const far: string[] = [];
  const warm: string[] = [];
  const cold: string[] = [];
  let x = -10;
  while (x < 1210) {
    const wide = 50 + random() * 70;
    const high = 110 + random() * 200;
    const top = 330 - high;
    (random() > 0.5 ? near : far).push(`M${n(x)} ${n(top)}h${n(wide)}V410h-${n(wide)}z`);
    for (let y = top + 14; y < 318; y += 18)
      for (let at = x + 8; at < x + wide - 10; at += 16)
        if (random() > 0.76)
          (random() > 0.25 ? warm : cold).push(`M${Math.round(at)} ${Math.round(y)}h6v8h-6z`);
    x += wide + random() * 8;
  }
  const rain: string[] = [];
  for (let at = 0; at < 90; at += 1) {
    const long = 18 + random() * 34;
    rain.push(
      `M${Math.round(random() * 1260)} ${Math.round(random() * 380)}l${n(-long * 0.28)} ${n(long)}`,
    );
  }
  return {
    near: near.join(""),
    far: far.join(""),
    warm: warm.join(""),
    cold: cold.join(""),
    rain: rain.join(""),
    sign: Math.round(790 + random() * 90),
    second: Math.round(990 + random() * 80),
  };
}

/** Time Line: a line of steps over graph paper. */
export function steps(id: string): { line: string; now: number; at: number } {
  const random = seeded(`steps ${id}`);
  let y = 280;
  let line = `M0 ${y}`;
  const now = Math.round(600 + random() * 80);
  let at = y;
  for (let x = 160; x < 1200; x += 120 + random() * 90) {
    line += `H${Math.round(x)}`;
    if (x < now) at = y;
    y = Math.round(Math.min(330, Math.max(180, y + (random() - 0.55) * 90)));
    line += `V${y}`;
    if (x < now) at = y;
  }
  return { line: `${line}H1200`, now, at };
}
