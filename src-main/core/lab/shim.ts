import type { LabArgument, LabType } from '../../contract/lab.ts';
import {
  axisMacro,
  type CallParameter,
  callParameters,
  generatorParameters,
  returnedAt,
} from './call-parameters.ts';
import { serialAlgorithms } from './compiler-support.ts';
import {
  hostToHostAfter,
  hostToHostBefore,
  hostToHostBegin,
  offloadBefore,
  offloadBegin,
} from './host-to-host.ts';
import type { Lab, LabSource, Language } from './lab.ts';
import { elementOfPointer, elementOfRows } from './languages.ts';
import { parameterTraits } from './parameter-traits.ts';

/**
 * What is compiled for one file of a lab: a few lines that include it and call its function with arguments of the types
 * that the descriptor says. A wrong signature is a compile error, at the line of the argument. No header of this project
 * is needed in the file, and no library that makes calls at run time.
 */
export type Shim = {
  readonly text: string;
  /** Extension of the file that the text is written to. */
  readonly extension: '.c' | '.cpp' | '.cu';
};

/** The name that the compiler gives the lines of arguments in its messages; line 2 is the first argument. */
export const argumentsFile = 'breakeven-arguments';
export const firstArgumentLine = 2;

type Names = Readonly<Partial<Record<LabType, string>>>;

const whole: Names = Object.fromEntries(
  [8, 16, 32, 64].flatMap((bits) => [
    [`int${bits}`, `int${bits}_t`],
    [`uint${bits}`, `uint${bits}_t`],
  ]),
);
const common: Names = { ...whole, float32: 'float', float64: 'double' };
/** Numbers of 16 bits are handed to host code as their bits, which every compiler has a type for. */
const bits: Names = { float16: 'uint16_t', bfloat16: 'uint16_t' };
const names: Readonly<Partial<Record<Language, Names>>> = {
  c: { ...common, ...bits, complex64: 'float _Complex', complex128: 'double _Complex' },
  fortran: { ...common, ...bits, complex64: 'float _Complex', complex128: 'double _Complex' },
  library: { ...common, ...bits, complex64: 'float _Complex', complex128: 'double _Complex' },
  cpp: { ...common, ...bits, complex64: 'std::complex<float>', complex128: 'std::complex<double>' },
  cuda: {
    ...{ ...common, float16: '__half', bfloat16: '__nv_bfloat16' },
    ...{ complex64: 'float2', complex128: 'double2' },
  },
};

/** The type of a value of an argument in a language. */
export function typeName(type: LabType, language: Language): string {
  return names[language]?.[type] ?? type;
}

/** The call of a variant's function: `breakeven_call(void **)`, scalars by pointer, arrays by their data. */
export function callShim(source: LabSource, { description }: Lab): Shim {
  const { language, kind } = source;
  const parameters = callParameters(source, description);
  const passed = parameters.map((one, place) =>
    'axis' in one ? macroOf(one.axis, source, description) : passing(one, place, source),
  );
  const last = `breakeven_args[${description.args.length}]`;
  const withStream = kind === 'cuda-host' && source.streamless !== true;
  const streamType = language === 'library' ? 'void *' : 'cudaStream_t';
  const all = withStream ? [...passed, `*(${streamType} *)${last}`] : passed;
  const types = typesOf(parameters, language);
  if (withStream) types.push(streamType);
  const at = returnedAt(source, description);
  const answer = at === null ? undefined : description.args[at];
  const type =
    answer === undefined || !('array' in answer) ? 'void' : typeName(answer.array, language);
  const declared = `${type} ${source.function}(${types.join(', ')});`;
  const before = isApart(language) ? [declared] : exactly;
  const copies = kind !== 'host-to-host' ? null : language === 'cuda' ? 'cuda' : 'offload';
  const call = shim(source, 'breakeven_call(void **breakeven_args)', all, {
    parameters,
    ...(at === null ? {} : { answer: { type, place: `breakeven_args[${at}]` } }),
    ...(copies === 'cuda'
      ? { before: [hostToHostBefore(last), ...before], begin: [hostToHostBegin] }
      : copies === 'offload' && isOpenMp(source)
        ? { before: [...offloadBefore, ...before], begin: [offloadBegin(last)] }
        : { before }),
    after:
      copies === 'cuda'
        ? [hostToHostAfter]
        : source.streamless === true
          ? ['cudaDeviceSynchronize();']
          : [],
  });
  const around = aroundText(source, parameters, passed, types);
  return { ...call, text: `${call.text}${around}${globalsText(source, description)}` };
}

const typesOf = (parameters: readonly CallParameter[], language: Language): string[] =>
  parameters.map((one) => ('axis' in one ? 'int' : parameter(one.argument, language)));

/** How code is called whose parameters no compiler compares with those of the workload; null for other code. */
export function calledAs(source: LabSource, { description }: Lab): string | null {
  const { language, function: own } = source;
  if (!isApart(language) || source.kind !== 'host') return null;
  return `${own}(${typesOf(callParameters(source, description), language).join(', ')})`;
}

/** Parallel algorithms of a compiler that offloads them have no OpenMP. */
const isOpenMp = ({ flags }: LabSource): boolean => !flags.some((flag) => /^-stdpar/.test(flag));

/** Checks of the variables of the device that are arguments, one a line of `argumentsFile`. */
export function checksOfGlobals(
  { globals = {} }: LabSource,
  { args }: Lab['description'],
  type: (argument: LabArgument) => string,
): readonly string[] {
  return Object.entries(globals).flatMap(([symbol, name]) => {
    const argument = args.find((one) => one.name === name);
    return argument === undefined
      ? []
      : `static_assert(breakeven_scalar<decltype(${symbol}), ${type(argument)}>::value, "global ${symbol}");`;
  });
}

/** `breakeven_globals(void **, size_t *)`: where the variables of the device are that are arguments, and their sizes. */
function globalsText(source: LabSource, description: Lab['description']): string {
  const symbols = Object.keys(source.globals ?? {});
  if (symbols.length === 0) return '';
  const type = (one: LabArgument) => {
    if ('scalar' in one) return typeName(one.scalar, 'cuda');
    const { array, elementBytes } = one;
    return elementBytes === undefined ? typeName(array, 'cuda') : `breakeven_any<${elementBytes}>`;
  };
  const signature = 'breakeven_globals(void **breakeven_at, size_t *breakeven_bytes)';
  const lines = [
    parameterTraits,
    `#line 1 "${argumentsFile}"`,
    ...checksOfGlobals(source, description, type),
    `extern "C" __attribute__((visibility("default"))) void ${signature} {`,
    ...symbols.map(
      (symbol, at) =>
        `  breakeven_bytes[${at}] = cudaGetSymbolAddress(&breakeven_at[${at}], ${symbol}) == cudaSuccess ? sizeof ${symbol} : 0;`,
    ),
    '}',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The name that the compiler gives lines of the calls around a variant's function. */
const aroundFile = 'breakeven-setup';
/** Names of lines that are no files; nvcc lists them as files that it read. */
export const lineNames: readonly string[] = [argumentsFile, aroundFile];

/** `breakeven_setup(void **)` with the scalars in order, and `breakeven_teardown(void)`, for what the file has of them. */
function aroundText(
  { function: own, language, around = [] }: LabSource,
  parameters: readonly CallParameter[],
  passed: readonly string[],
  types: readonly string[],
): string {
  const isScalar = (_: string, at: number): boolean => {
    const parameter = parameters[at];
    return parameter !== undefined && ('axis' in parameter || 'scalar' in parameter.argument);
  };
  const scalars = { types: types.filter(isScalar), passed: passed.filter(isScalar) };
  const outside = `${isPlus(language) ? 'extern "C" ' : ''}__attribute__((visibility("default"))) void`;
  const lines = around.flatMap((what) => {
    const [taken, given] = what === 'setup' ? ['void **breakeven_args', scalars] : ['void', none];
    return [
      ...(isApart(language) ? [`void ${own}_${what}(${given.types.join(', ') || 'void'});`] : []),
      `${outside} breakeven_${what}(${taken}) {`,
      `#line 1 "${aroundFile}"`,
      `${own}_${what}(${given.passed.join(', ')});`,
      '}',
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}

const none = { types: [], passed: [] };
const isPlus = (language: Language): boolean => language === 'cpp' || language === 'cuda';

/** The macro of an axis that a function takes. */
function macroOf(id: string, { name }: LabSource, { variants }: Lab['description']): string {
  const variant = variants.find((one) => name.startsWith(`${one.id}.`));
  const define = variant?.axes.find((one) => one.id === id)?.define ?? variant?.macros?.[id];
  return define ?? axisMacro(id);
}

/** The call of a generator: scalars, the seed, then arrays. */
export function generateShim(source: LabSource, { description }: Lab): Shim {
  const { language } = source;
  const parameters = generatorParameters(description);
  const passed = parameters.map((one, place) =>
    'seed' in one ? 'breakeven_seed' : passing(one, place, source),
  );
  const signature = 'breakeven_generate(void **breakeven_args, uint64_t breakeven_seed)';
  const before = isApart(language) ? [`void ${source.function}();`] : [];
  return shim(source, signature, passed, { parameters, before });
}

/** A program of its own needs nothing around it: the file is compiled as it is. */
export function programShim({ language }: LabSource): Shim {
  return { text: '', extension: language === 'cpp' ? '.cpp' : '.c' };
}

/** Compiled on its own, or by somebody else: what is called is declared. */
const isApart = (language: Language): boolean => language === 'fortran' || language === 'library';

/** Arguments in another order are often converted without a word: only a type that holds every value is the same. */
const exactly = [
  '#pragma GCC diagnostic error "-Wconversion"',
  '#pragma GCC diagnostic ignored "-Wsign-conversion"',
];

type Passed = { readonly argument: LabArgument; readonly at: number };

/** `place`: which parameter of the function it is. */
function passing({ argument, at }: Passed, place: number, source: LabSource): string {
  const { language } = source;
  if ('scalar' in argument) {
    return `*(${typeName(argument.scalar, language)} *)breakeven_args[${at}]`;
  }
  const { elementBytes } = argument;
  const pointer = `(${elementBytes === undefined ? typeName(argument.array, language) : 'void'} *)breakeven_args[${at}]`;
  const parameter = source.parameters?.[place] ?? '';
  if (elementBytes !== undefined) {
    if (isPlus(language)) return `breakeven_structs<${elementBytes}>{${pointer}}`;
    return elementOfPointer(parameter) === null ? pointer : `breakeven_to_${place}(${pointer})`;
  }
  if (elementOfRows(parameter) === null) return pointer;
  return isPlus(language)
    ? `breakeven_rows<${typeName(argument.array, language)}>{${pointer}}`
    : `breakeven_to_${place}(${pointer})`;
}

/**
 * Pointers that are converted, with a check: to rows, of which C knows the length when the function is called, by the type
 * of their elements; to structs by their size.
 */
function conversions(
  { language, parameters = [] }: LabSource,
  passed: readonly (Passed | object)[],
): readonly string[] {
  if (isPlus(language)) {
    const isConverted = (one: Passed | object, place: number) =>
      elementOfRows(parameters[place] ?? '') !== null ||
      ('argument' in one && 'array' in one.argument && one.argument.elementBytes !== undefined);
    return passed.some(isConverted) ? ['#include <type_traits>', conversionsOfPlus] : [];
  }
  return passed.flatMap((one, place) => {
    if (isApart(language) || !('argument' in one) || 'scalar' in one.argument) return [];
    const { elementBytes, name } = one.argument;
    const read = elementBytes === undefined ? elementOfRows : elementOfPointer;
    const element = read(parameters[place] ?? '');
    if (element === null) return [];
    const check =
      elementBytes === undefined
        ? ''
        : `_Static_assert(sizeof(${element}) == ${elementBytes}, "structs of ${name}"); `;
    return `static inline void *breakeven_to_${place}(${element} *breakeven_to) { ${check}return (void *)breakeven_to; }`;
  });
}

/** No name of the user's macros may be in them. */
const conversionsOfPlus = `template <decltype(sizeof 0) breakeven_bytes> struct breakeven_structs {
  void *breakeven_to;
  template <class breakeven_t, class = typename std::enable_if<sizeof(breakeven_t) == breakeven_bytes>::type>
  operator breakeven_t *() const { return (breakeven_t *)breakeven_to; }
};
template <class breakeven_own> struct breakeven_rows {
  breakeven_own *breakeven_to;
  template <class breakeven_t, class = typename std::enable_if<std::is_same<typename std::remove_cv<typename std::remove_all_extents<breakeven_t>::type>::type, breakeven_own>::value>::type>
  operator breakeven_t *() const { return (breakeven_t *)breakeven_to; }
};`;

function parameter(argument: LabArgument, language: Language): string {
  if ('scalar' in argument) return typeName(argument.scalar, language);
  const element = argument.elementBytes === undefined ? typeName(argument.array, language) : 'void';
  return `${argument.out ? '' : 'const '}${element} *`;
}

/** Without TBB the parallel algorithms of GCC run on one core, without a word. */
const parallelOrNot = [
  '#if defined(_PSTL_PAR_BACKEND_SERIAL) && !defined(__NVCOMPILER)',
  `#error ${serialAlgorithms}`,
  '#endif',
];

type Around = {
  readonly parameters: readonly (Passed | object)[];
  readonly before: readonly string[];
  /** Where what it returns goes; nothing where it returns no answer. */
  readonly answer?: { readonly type: string; readonly place: string };
  readonly begin?: readonly string[];
  readonly after?: readonly string[];
};

function shim(
  source: LabSource,
  signature: string,
  passed: readonly string[],
  { parameters, before, answer, begin = [], after = [] }: Around,
): Shim {
  const { language, path, kind } = source;
  const plus = isPlus(language);
  const onDevice = kind === 'cuda-host';
  const kept = onDevice
    ? [
        `cudaMemcpy(${answer?.place}, &breakeven_answer, sizeof breakeven_answer, cudaMemcpyDefault);`,
      ]
    : [`*(${answer?.type} *)${answer?.place} = breakeven_answer;`];
  const text = [
    ...(isApart(language) ? [] : [`#include ${JSON.stringify(path)}`]),
    ...(source.parallelAlgorithms === true ? parallelOrNot : []),
    '#include <stdint.h>',
    ...(language === 'cpp' ? ['#include <complex>'] : []),
    ...(language === 'cuda' ? ['#include <cuda_fp16.h>', '#include <cuda_bf16.h>'] : []),
    ...conversions(source, parameters),
    ...before,
    `${plus ? 'extern "C" ' : ''}__attribute__((visibility("default"))) void ${signature} {`,
    ...begin,
    ...(answer === undefined ? [] : [`${answer.type} breakeven_answer =`]),
    `#line 1 "${argumentsFile}"`,
    `${source.function}(`,
    passed.join(',\n'),
    ');',
    ...(answer === undefined ? [] : kept),
    ...after,
    '}',
    '',
  ].join('\n');
  return { text, extension: language === 'cuda' ? '.cu' : plus ? '.cpp' : '.c' };
}
