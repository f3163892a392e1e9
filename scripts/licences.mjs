// Prints the licences of everything in the binary; cargo fetches what it has not built yet.
// Fails if something in it has none.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const ask = ["metadata", "--format-version", "1", "--locked"];
const host = /host: (.*)/.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }))[1];
const metadata = JSON.parse(
  execFileSync("cargo", [...ask, "--filter-platform", host], { maxBuffer: 1 << 28 }),
);

// Everything the binary is linked from: not what only builds or tests it.
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
const packages = new Map(metadata.packages.map((it) => [it.id, it]));
const linked = new Set();
const follow = (id) => {
  if (linked.has(id)) return;
  linked.add(id);
  for (const dep of nodes.get(id).deps) {
    if (dep.dep_kinds.some((kind) => kind.kind === null)) follow(dep.pkg);
  }
};
follow(metadata.packages.find((it) => it.name === "mistline").id);

const isLicence = /^(licen[sc]e|copying|notice|unlicense|copyright)/i;
const texts = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());

const all = [];
for (const id of linked) {
  const it = packages.get(id);
  if (it.source === null) continue; // our own
  const named = it.license ?? (it.license_file ? "see below" : null);
  all.push({ name: it.name, version: it.version, licence: named, texts: texts(dirname(it.manifest_path)) });
}

// What the page is bundled from, and what that is made of.
const lock = JSON.parse(readFileSync("web/package-lock.json", "utf8")).packages;
const bundled = new Set();
const gather = (name) => {
  const it = lock[`node_modules/${name}`];
  if (it === undefined || bundled.has(name)) return;
  bundled.add(name);
  Object.keys(it.dependencies ?? {}).forEach(gather);
};
["svelte", "@fluent/bundle", "uqr"].forEach(gather);
for (const name of bundled) {
  const it = lock[`node_modules/${name}`];
  const folder = join("web/node_modules", name);
  all.push({ name, version: it.version, licence: it.license ?? null, texts: texts(folder) });
}

all.sort((a, b) => (a.name < b.name ? -1 : 1));
const without = all.filter((it) => it.licence === null && it.texts.length === 0);
if (without.length > 0) {
  console.error(`no licence: ${without.map((it) => it.name).join(", ")}`);
  process.exit(1);
}

console.log("# What Mistline is built from\n");
console.log("Our own code is licensed under MIT or Apache-2.0. In the binary are also:\n");
console.log("| name | version | licence |\n|---|---|---|");
for (const it of all) console.log(`| ${it.name} | ${it.version} | ${it.licence ?? "see below"} |`);

// Equal texts once, under the names of all they belong to.
const owners = new Map();
for (const it of all) {
  for (const text of it.texts) {
    const same = text.replace(/\s+/g, " ");
    if (!owners.has(same)) owners.set(same, { text, names: [] });
    owners.get(same).names.push(`${it.name} ${it.version}`);
  }
}
for (const { text, names } of owners.values()) {
  console.log(`\n---\n\n## ${names.join(", ")}\n\n\`\`\`text\n${text.replaceAll("```", "'''")}\n\`\`\``);
}
