/** What one server takes on at a time; a reader of its answers, however slow, costs no more. */
export type ServerLimits = {
  /** A client has so long for the head of its request, and for all of it, in milliseconds. */
  readonly headersMs: number;
  readonly requestMs: number;
  /**
   * How long a connection without a request stays. Where it is closed while a request is on its way, that request fails: a
   * loaded machine needs seconds for one.
   */
  readonly idleMs: number;
  /** How often that is looked at. */
  readonly checkMs: number;
  /** Connections, idle ones included; more are closed at once. */
  readonly connections: number;
  /** Maximum number of connections that have not sent the token; beyond it the oldest of them is closed. */
  readonly unauthenticated: number;
  /** Procedures under way; more are answered with 503. */
  readonly calls: number;
  /** Bytes of events that a client has not taken; it is cut off at more, and reads the state again when it is back. */
  readonly backlogBytes: number;
};

/** Eight browsers with a dozen calls each have room. */
export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 120_000,
  checkMs: 5000,
  connections: 256,
  unauthenticated: 64,
  calls: 100,
  backlogBytes: 4 * 2 ** 20,
};
