import type { ExpressionCheck } from '../../contract/engine-protocol.ts';
import type { BreakevenError } from '../../contract/failure.ts';
import type { GpuPackage, LabDescription, LabVariant } from '../../contract/lab.ts';
import type { Scalar } from '../../contract/workload.ts';

export const languages = ['c', 'cpp', 'fortran', 'cuda', 'library', 'python', 'command'] as const;
export type Language = (typeof languages)[number];

/** One file of a lab that is compiled. */
export type LabSource = {
  readonly language: Language;
  readonly kind: LabVariant['kind'];
  /** Full path of the source, of a prebuilt library, or of the program of a command. */
  readonly path: string;
  /** As messages name it: below the folder of the lab. */
  readonly name: string;
  /** What is called in it. */
  readonly function: string;
  /** What it takes, in order, where it is not all arguments: names of arguments and axes. */
  readonly args?: readonly string[];
  /** Arguments that are variables of the device, by the name of the variable. */
  readonly globals?: Readonly<Record<string, string>>;
  /** Its parameters as the file writes them, where they can be seen without a compiler. */
  readonly parameters?: readonly string[];
  /** It is `void`: the answer that others return is written to where its last parameter points. */
  readonly returnsNothing?: boolean;
  /** It calls algorithms of std::execution::par. */
  readonly parallelAlgorithms?: boolean;
  /** Which of `<function>_setup` and `<function>_teardown` the file has. */
  readonly around?: readonly ('setup' | 'teardown')[];
  /** CUDA host code that takes no stream: what it launches is waited for. */
  readonly streamless?: boolean;
  /** Compiler flags of its own, behind the default ones. */
  readonly flags: readonly string[];
  /** Full paths of the files that are compiled with it. */
  readonly sources?: readonly string[];
  /** Another compiler than the usual one of its language. */
  readonly compiler?: string;
  /** Of a library: a line for the shell that makes it, in the folder of the lab. */
  readonly build?: string;
  /** Of Python on a GPU: the package that it needs. */
  readonly package?: GpuPackage;
  /** Files of libraries that it is linked with, and how to get them. */
  readonly libraries?: readonly string[];
  readonly install?: string;
  /** Of a command: what in the folder of the lab it is made of. */
  readonly parts?: readonly string[];
};

/** A formula or a fill, for the engine to check; `refuse` makes the error that names its file, line and key. */
export type LabExpression = ExpressionCheck & {
  readonly refuse: (what: string) => BreakevenError;
};

/** A lab as it stands in its files; nothing of it is compiled yet. */
export type Lab = {
  readonly description: LabDescription;
  /** Full path of its folder, or of its only file. */
  readonly path: string;
  readonly folder: string;
  /** The descriptor, as messages name it. */
  readonly file: string;
  /** What stood in the descriptor. */
  readonly text: string;
  /** By variant id. */
  readonly sources: ReadonlyMap<string, LabSource>;
  readonly reference: LabSource;
  readonly generate: LabSource | null;
  /** Of the rule `python`. */
  readonly check: LabSource | null;
  /** Values at which every variant is verified once a build. */
  readonly sizes: Readonly<Record<string, readonly Scalar[]>>;
  /** By variant, the lab that its file is of, where this one is made of the files of two. */
  readonly origins?: ReadonlyMap<string, Lab>;
  /** In order of reading; nobody has checked them yet. */
  readonly expressions: readonly LabExpression[];
};
