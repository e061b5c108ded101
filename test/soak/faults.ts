import type { World } from './world.ts';

/** Something that goes wrong, and what must hold afterwards. */
export type Fault = {
  readonly name: string;
  /** Why it cannot be made on this machine; absent where it always can. */
  readonly unavailable?: (world: World) => string | null;
  /** What does not hold goes to `world.found`. */
  readonly inflict: (this: Fault, world: World) => Promise<void>;
};
