import type { buildRoles, CompiledKernel, KernelRequest } from '../../contract/lab.ts';
import type { BuildCache, CachedBuild } from './build-cache.ts';
import type { BuildFailure } from './build-errors.ts';
import type { Lab, LabSource } from './lab.ts';
import type { CompilerLimits } from './run-compiler.ts';
import type { Confine } from './sandbox.ts';

export type BuildRole = (typeof buildRoles)[number];

/** One file to compile, with the macros of its parameters. */
export type BuildRequest = {
  readonly lab: Lab;
  readonly source: LabSource;
  readonly role: BuildRole;
  /** By name of the macro. */
  readonly macros: Readonly<Record<string, number | string>>;
};

export type BuildResult =
  | ({ readonly ok: true } & CachedBuild)
  | ({ readonly ok: false } & BuildFailure);

export type CompileKernel = (
  kernel: KernelRequest,
  options: { readonly seconds: number; readonly signal?: AbortSignal | undefined },
) => Promise<CompiledKernel | null>;

export type CompileOptions = {
  readonly cache: BuildCache;
  /** Architecture that CUDA code is compiled for, `sm_90`. */
  readonly cudaArchitecture?: string | undefined;
  readonly limits?: CompilerLimits;
  /** NVRTC, in a process of its own; null where this machine has none. */
  readonly compileKernel?: CompileKernel;
  /** Compilers run in this sandbox, and write to the folder of their result alone. */
  readonly confine?: Confine | undefined;
  readonly signal?: AbortSignal | undefined;
};
