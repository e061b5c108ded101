#include "worker-source.h"

namespace breakeven::lab {
namespace {

/// Arrays of the script live in its own memory, in buffers with the room for guard bytes that the
/// shared ones have: Node cannot map those.
const char* const node_source = R"node(
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");

const [text, name, wanted, , , , offset, ...words] = process.argv.slice(1);
const types = {
  int32: Int32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

const reply = (...parts) => fs.writeSync(1, `${parts.join(" ")}\n`);

/** One line that names the last line of the script. */
function sentence(error) {
  const said = `${error?.name ?? "thrown"}: ${error?.message ?? error}`.replace(/\s+/g, " ");
  const line = String(error?.stack).split(`${name}:`)[1]?.match(/^\d+/)?.[0];
  return `${name}:${line === undefined ? "" : `${line}:`} ${said}`;
}

function stop(said) {
  reply("error", said);
  process.exit(0);
}

const parameters = [];
for (let at = 0; at < words.length; at += 6) {
  const [id, role, type, handle, shape] = words.slice(at, at + 6);
  const count = shape.split(",").reduce((size, each) => size * Number(each || 1), 1);
  const file = Number(handle);
  const { size } = fs.fstatSync(file);
  const make = () => new types[type](new ArrayBuffer(size), Number(offset), count);
  parameters.push({ id, role, file, make, array: make() });
}
const call = () => parameters.map(({ array }) => array);

/** Copies the shared arrays from or to those of the script, in pieces that one system call takes. */
function copy(move, guarded) {
  for (const { file, array } of parameters) {
    const bytes = new Uint8Array(array.buffer);
    const end = guarded ? bytes.length : array.byteOffset + array.byteLength;
    for (let at = guarded ? 0 : array.byteOffset; at < end; ) {
      at += move(file, bytes, at, Math.min(end - at, 2 ** 30), at);
    }
  }
}

/** Nanoseconds of so many runs, and those of the CPU. */
function times(repeats, run) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for (let i = 0; i < repeats; i += 1) run();
  const passed = process.hrtime.bigint() - start;
  const { user, system } = process.cpuUsage(cpu);
  return [passed, 1000 * (user + system)];
}

/** The minimum of 100 observed steps of the clock. */
function clockStep() {
  let shortest = Number.POSITIVE_INFINITY;
  for (let seen = 0; seen < 100; ) {
    const start = process.hrtime.bigint();
    const step = Number(process.hrtime.bigint() - start);
    if (step <= 0) continue;
    shortest = Math.min(shortest, step);
    seen += 1;
  }
  return shortest;
}

/** What would go on behind a call is in no time. */
const activities = () => process.getActiveResourcesInfo();

let run;
const asks = {
  once: () => {
    const before = activities().length;
    const result = run(...call());
    const after = activities();
    if (after.length > before) stop(`it leaves work behind: ${after.at(-1)}`);
    copy(fs.writeSync, true);
    return [result === undefined ? "none" : "return"];
  },
  feed: () => {
    copy(fs.readSync, true);
    return [];
  },
  fetch: () => {
    copy(fs.writeSync, false);
    return [];
  },
  kernel: (repeats) => {
    const given = call();
    return times(repeats, () => run(...given));
  },
  total: (repeats) => {
    const found = times(repeats, () => {
      for (const one of parameters) if (one.role === "out") one.array = one.make();
      run(...call());
    });
    copy(fs.writeSync, false);
    return found;
  },
};

try {
  vm.runInThisContext(text, { filename: name });
  run = globalThis[wanted];
  if (typeof run !== "function") stop(`there is no function ${wanted} in ${name}`);
} catch (error) {
  stop(sentence(error));
}

let held = "";
process.stdin.setEncoding("utf8").on("data", (piece) => {
  const lines = (held + piece).split("\n");
  held = lines.pop();
  for (const line of lines) {
    const [ask, repeats] = line.split(" ");
    try {
      reply("ok", ...(asks[ask] ?? asks.kernel)(Number(repeats)));
    } catch (error) {
      stop(sentence(error));
    }
  }
});
reply("ok", clockStep(), `V8 ${process.versions.v8}`);
)node";

}  // namespace

std::vector<std::string> node_worker(const std::string& node) {
  return {node, "-e", node_source, "--"};
}

}  // namespace breakeven::lab
