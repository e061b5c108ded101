/** Longest texts that are compared line by line. */
const maxLines = 5000;
const context = 3;

type Step = { readonly mark: ' ' | '-' | '+'; readonly text: string };

/** The lines that differ between two texts with three around them, marked by - and +; empty where they are equal. */
export function lineDiff(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [a, b] = [before.split('\n'), after.split('\n')];
  const steps = a.length > maxLines || b.length > maxLines ? replaced(a, b) : stepsOf(a, b);
  const near = steps.map((_, at) =>
    steps.slice(Math.max(0, at - context), at + context + 1).some(({ mark }) => mark !== ' '),
  );
  return steps.flatMap(({ mark, text }, at) => {
    if (near[at] !== true) return [];
    const gap = at > 0 && near[at - 1] !== true ? ['@@'] : [];
    return [...gap, `${mark}${text}`];
  });
}

function replaced(a: readonly string[], b: readonly string[]): readonly Step[] {
  return [
    ...a.map((text): Step => ({ mark: '-', text })),
    ...b.map((text): Step => ({ mark: '+', text })),
  ];
}

/** By the longest common subsequence of what is between equal beginnings and ends. */
function stepsOf(a: readonly string[], b: readonly string[]): readonly Step[] {
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail))
    tail += 1;
  const same = (texts: readonly string[]): readonly Step[] =>
    texts.map((text) => ({ mark: ' ', text }));
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
}

function middle(a: readonly string[], b: readonly string[]): readonly Step[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i] ?? '', b[j] ?? ''];
    if (i < a.length && j < b.length && left === right) {
      steps.push({ mark: ' ', text: left });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      steps.push({ mark: '-', text: left });
      i += 1;
    } else {
      steps.push({ mark: '+', text: right });
      j += 1;
    }
  }
  return steps;
}
