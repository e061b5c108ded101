/** What becomes of a trick of device-tricks.cuh: why its case fails, or that it is legal and `ok`. */
export type Outcome = {
  readonly trick: string;
  readonly reason: RegExp | 'ok';
  /** Where a small case, of less than some 20 us a launch, is not found either. */
  readonly smallMissedIn?: string;
  /** It is not found there, as docs/verification.md says. */
  readonly missedIn?: string;
};

const outside =
  /^work outside the stream that is timed |^wrong answer |^the device is still busy |^work that is not timed: /;
const wrong = /^wrong answer /;
const repeated = /^wrong answer in a repeated run: /;
const unseen = /^wrong answer (in a timed run |end to end )?on values not seen before/;

/** By the id of the variant, without `zoo-` and `-cuda`. */
export const deviceOutcomes: Readonly<Record<string, Outcome>> = {
  'in-stream': { trick: 'none: kernels in the stream of the case', reason: 'ok' },
  joined: { trick: 'none: a side stream, joined by events', reason: 'ok' },
  'joined-twice': { trick: 'none: two side streams, joined by events', reason: 'ok' },
  'default-stream': {
    trick: 'none: the default stream, which waits for that of the case',
    reason: 'ok',
  },
  'waits-inside': { trick: 'none: waits for its stream inside, and says so', reason: 'ok' },
  'in-graph': { trick: 'none: a graph in the stream of the case', reason: 'ok' },
  'own-stream': { trick: 'a stream of its own that nothing waits for', reason: outside },
  'own-managed': { trick: 'the same with a managed output', reason: outside },
  'thread-stream': { trick: 'the default stream of its thread', reason: outside },
  'half-own-stream': { trick: 'half of the work in a stream of its own', reason: outside },
  forked: {
    trick: 'a side stream that waits for that of the case and is not joined',
    reason: outside,
  },
  'half-forked': { trick: 'half of the work in such a stream', reason: outside },
  'starts-early': {
    trick: 'a joined side stream that begins before the timed work',
    reason: outside,
  },
  'own-graph': { trick: 'a graph in a stream of its own', reason: outside },
  pipelined: {
    trick: 'computes the next answer in a stream of its own, copies the last one',
    reason: outside,
  },
  'host-thread': { trick: 'a host thread launches in a stream of its own', reason: outside },
  'other-device': { trick: 'computes on another GPU', reason: outside },
  'first-run-alone': { trick: 'computes in the first run alone', reason: repeated },
  'every-second': { trick: 'computes in every second run', reason: repeated },
  'every-second-if-right': {
    trick: 'computes in every second run, or where 256 elements of its output are not right',
    reason: wrong,
    missedIn: 'mandelbrot',
  },
  'unless-right': {
    trick: 'computes where 256 elements of its output are not right',
    reason: wrong,
  },
  'unless-poison': { trick: 'computes where its output is not 0xCD', reason: wrong },
  'if-waiting': {
    trick: 'computes while its stream is idle, as it is not when timed',
    reason: wrong,
  },
  'by-two-elements': { trick: 'remembers the answer to two elements of the input', reason: wrong },
  'by-parameters': {
    trick: 'a table of answers by the parameters',
    reason: wrong,
    missedIn: 'mandelbrot',
  },
  'by-size': { trick: 'a table of answers by the size', reason: unseen },
  'in-alloc': { trick: 'computes in alloc, copies in the kernel phase', reason: wrong },
  'in-constructor': { trick: 'computes when it is made', reason: wrong },
  'in-h2d': { trick: 'computes in h2d, copies in the kernel phase', reason: wrong },
  'in-restore': { trick: 'computes in restore', reason: wrong },
  'copied-in-restore': {
    trick: 'computes in restore, copies in the kernel phase',
    reason: /^work in restore, /,
  },
  'in-d2h': { trick: 'computes in d2h', reason: /^work in d2h, / },
  'on-host-in-d2h': {
    trick: 'computes on the host in d2h',
    reason: /^an answer that no kernel has written /,
  },
  'on-host-in-kernel': {
    trick: 'computes on the host in the kernel phase while its stream is held, then copies',
    reason: /^work that is not timed: |^wrong answer in a timed run on values not seen before/,
    // Its input is a few numbers, which the host has as well.
    smallMissedIn: 'mandelbrot',
  },
  'on-host-mapped': {
    trick: 'computes on the host into mapped memory in the kernel phase',
    reason: outside,
  },
  nothing: { trick: 'nothing', reason: wrong },
  zeros: { trick: 'zeros', reason: wrong },
  half: { trick: 'half of the answer', reason: wrong },
};
