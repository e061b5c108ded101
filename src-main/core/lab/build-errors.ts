import type { LabArgument } from '../../contract/lab.ts';
import { callParameters, generatorParameters } from './call-parameters.ts';
import { bindingFault } from './fortran-call.ts';
import type { Lab, LabSource } from './lab.ts';
import { functionsIn, signatureOf, takesStream, typeOfC, withoutComments } from './languages.ts';
import { lacksFunction } from './linked-libraries.ts';
import { argumentsFile, firstArgumentLine } from './shim.ts';

/** Why a file of a lab was not compiled: one sentence, with its line where the compiler named one. */
export type BuildFailure = {
  readonly reason: string;
  readonly line: number | null;
  readonly log: string;
  /** The file is sound as far as is known: what it needs is not on this machine. */
  readonly missing?: boolean;
};

const diagnostic = /^(.+?)[:(](\d+)(?::\d+|\))?:? (?:fatal )?error:? (.*)$/i;
const quote = '[\'\u2018\u2019"]';

/** The first error of a compiler's log, with arguments in the words of the descriptor. */
export function buildFailure(log: string, source: LabSource, text: string, lab: Lab): BuildFailure {
  const lines = log.split('\n');
  // A wrong number of arguments makes others of a wrong type.
  const counted = lines.findIndex((line) => /error:.*too (?:few|many) arguments/.test(line));
  const first = lines.findIndex((line) => diagnostic.test(line));
  // What begins in the user's file may show first in a header that is read after it.
  const firstOwn = lines.findIndex((line) => isOwn(diagnostic.exec(line)?.[1] ?? '', lab));
  // A syntax error in the user's file breaks the generated call that follows it.
  const inFile = lines.findIndex((line) => diagnostic.exec(line)?.[1] === source.path);
  const at = [inFile, counted, firstOwn, first].find((one) => one >= 0) ?? -1;
  const [, file = '', number = '0', message = ''] = diagnostic.exec(lines[at] ?? '') ?? [];
  const { name } = source;
  const missing = /undefined reference to [`'](.+?)'/.exec(log)?.[1];
  const unbound = missing === undefined ? null : bindingFault(missing, source, text, lab);
  if (at < 0 && unbound !== null) return { ...unbound, log };
  // The linker writes a name of C++ as its source does. Nothing but the function of the library is called.
  if (at < 0 && missing !== undefined && source.language === 'library') {
    return { reason: lacksFunction(source), line: null, log };
  }
  if (at < 0 && missing !== undefined) {
    const reason = `${name}: ${missing} is called and nowhere defined; flags = ["-l..."] names a library`;
    return { reason, line: null, log };
  }
  if (at < 0) {
    return { reason: `${name}: it was not compiled: ${firstError(log)}`, line: null, log };
  }
  const global = inFile >= 0 ? null : globalFailure(log, source, lab);
  if (global !== null) return { ...global, log };
  const structs = /static assertion failed: "structs of (\w+)"/.exec(log)?.[1];
  const ofStructs = lab.description.args.find((one) => one.name === structs);
  if (ofStructs !== undefined) {
    const reason = `${name}: ${structs} has elements of another size, ${lab.file} says ${typeInWords(ofStructs)}`;
    return { reason, line: null, log };
  }
  const isCall = inFile < 0 && source.kind === 'cuda-kernel';
  const kernel = isCall ? kernelFailure(log, source, text, lab) : null;
  if (kernel !== null) return { ...kernel, log };
  if (file.endsWith(argumentsFile)) {
    const rest = lines.slice(at, at + 40).join('\n');
    return { ...argumentFailure(message, rest, Number(number), source, text, lab), log };
  }
  const shown = file === source.path ? name : file.replace(`${lab.folder}/`, '');
  const said = withoutFlag(message.replace(/^: /, '')).replace(/ at \(1\)$/, '');
  const line = file === source.path ? Number(number) : null;
  if (!isOwn(file, lab)) return { reason: `${name}: ${said} (in ${shown}:${number})`, line, log };
  return { reason: `${shown}:${number}: ${said}`, line, log };
}

/** The line of a log that says why: what comes last is often that the linker ended. */
export function firstError(log: string): string {
  const said = log.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const at = said.findIndex((line) => /error:|cannot find|^CMake Error/i.test(line));
  const why = said.at(at) ?? 'the compiler said nothing';
  // CMake names the place in a line of its own.
  return /^CMake Error.*:$/.test(why) && at >= 0 ? `${why} ${said[at + 1] ?? ''}`.trim() : why;
}

/** The flag that made a warning an error says nothing about the file. */
const withoutFlag = (message: string): string => message.replace(/ \[-W[\w=,-]+\]$/, '');

/** A file of the lab, or an argument of its function. */
function isOwn(file: string, { folder }: Lab): boolean {
  return file.startsWith(`${folder}/`) || file.endsWith(argumentsFile);
}

function argumentFailure(
  message: string,
  rest: string,
  line: number,
  source: LabSource,
  text: string,
  { description, file, generate }: Lab,
): Omit<BuildFailure, 'log'> {
  const { name } = source;
  const names =
    source === generate
      ? generatorParameters(description).map((one) => ('seed' in one ? 'seed' : one.argument.name))
      : callParameters(source, description).map((one) =>
          'axis' in one ? one.axis : one.argument.name,
        );
  const known = names.join(', ');
  if (/not declared|implicit declaration|undeclared|is undefined/.test(message)) {
    return { reason: noFunction(source, text), line: null };
  }
  const declared =
    declarationLine(rest, source.path) ?? signatureOf(text, source.function)?.line ?? null;
  const place = declared === null ? name : `${name}:${declared}`;
  if (lacksStream(source, text)) {
    return { reason: `${place}: ${source.function} ${withoutStream}`, line: declared };
  }
  if (
    /no value of type "void"|void value not ignored|incomplete type is not allowed/.test(message)
  ) {
    const reason = `${place}: ${source.function} returns nothing, ${file} says that it returns its answer`;
    return { reason, line: declared };
  }
  if (/too (?:few|many) arguments/.test(message)) {
    const reason = `${place}: ${source.function} takes ${message.startsWith('too few') ? 'more' : 'fewer'} arguments than ${file} has (${known})`;
    return { reason, line: declared };
  }
  const passed = callParameters(source, description)[line - firstArgumentLine];
  const argument = passed !== undefined && 'argument' in passed ? passed.argument : undefined;
  const expected =
    new RegExp(`expected ${quote}(.+?)${quote} but argument`).exec(rest)?.[1] ??
    new RegExp(`(?:to|type) ${quote}(.+?)${quote}`).exec(message)?.[1] ??
    /parameter of type "(.+?)"/.exec(message)?.[1];
  if (argument === undefined || expected === undefined) {
    return {
      reason: `${place}: ${source.function} cannot be called as ${file} says: ${withoutFlag(message)}`,
      line: declared,
    };
  }
  const type = typeInWords(argument);
  const said = expected.replace(/ (?:\{aka|\(aka) .*[})]$/, '').replace(/(\w)\*/, '$1 *');
  const isStruct = structExpected.test(message) && !said.includes('*');
  return {
    reason: `${place}: ${argument.name} is ${said} in ${name}, ${file} says ${type}${wayRound(said, isStruct)}`,
    line: declared,
  };
}

const typeInWords = (argument: LabArgument): string => {
  if ('scalar' in argument) return argument.scalar;
  return argument.elementBytes === undefined
    ? argument.array
    : `structs of ${argument.elementBytes} bytes`;
};

/** As compilers say that a scalar makes no object of a class. */
const structExpected =
  /incompatible type for argument|could not convert|no viable conversion|no suitable constructor|no matching function/;

/** What to write where no array or scalar can be what a function takes. */
function wayRound(type: string, isStruct: boolean): string {
  if (isStruct) {
    return '; a struct is not passed by value: write a function in the same file that takes its members as scalars, fills it and makes the call, and name it with function = "..."';
  }
  return /\*\s*(?:const|restrict|__restrict__)?\s*\*/.test(type)
    ? '; an array is one pointer to all elements: index it as x[i * columns + j], declare it as x[rows][columns] in C, or write a function in the same file that makes the pointers to rows, and name it with function = "..."'
    : '';
}

/** CUDA host code on which a stream was tried that it has no parameter for. */
function lacksStream({ kind, streamless, function: own }: LabSource, text: string): boolean {
  return kind === 'cuda-host' && streamless !== true && !takesStream(text, own);
}

const withoutStream =
  'has no cudaStream_t parameter: if it takes arrays of the host, and allocates and copies itself, write kind = "host-to-host" in its block; if it launches on arrays of the device, add cudaStream_t stream as its last parameter, or write kind = "host"';

/** What a file has instead of a function; a whole program is one of another kind. */
function noFunction({ function: own, name }: LabSource, text: string): string {
  const names = functionsIn(text);
  const others = names.filter((one) => one !== 'main');
  const has =
    names.length === 0
      ? 'no function was found in it'
      : others.length === 0
        ? 'it has main() alone'
        : `it has ${others.join(', ')}`;
  const program = `; it has main(), and is a program: [[command]] with source = "${name}" and run = ["{program}"] measures it`;
  return `there is no function ${own} in ${name}; ${has}${names.includes('main') ? program : ''}`;
}

/** What the check of variables of the device found; null where the fault is another. */
function globalFailure(
  log: string,
  { name, globals = {} }: LabSource,
  { description, file }: Lab,
): Omit<BuildFailure, 'log'> | null {
  const missing = /identifier "(\w+)" is undefined/.exec(log)?.[1] ?? '';
  if (Object.hasOwn(globals, missing)) {
    return { reason: `${name}: globals: it has no variable ${missing}`, line: null };
  }
  const wrong = /static assertion failed with "global (\w+)"/.exec(log)?.[1] ?? '';
  const argument = description.args.find((one) => one.name === globals[wrong]);
  if (argument === undefined) return null;
  const type = typeInWords(argument);
  const reason = `${name}: globals: ${wrong} is of another type than ${argument.name}, ${file} says ${type}`;
  return { reason, line: null };
}

/** What the check of a kernel's parameters found; null where the fault is another. */
function kernelFailure(
  log: string,
  source: LabSource,
  text: string,
  { description, file }: Lab,
): Omit<BuildFailure, 'log'> | null {
  const { name, function: own } = source;
  if (new RegExp(`error: identifier "${own}" is undefined[\\s\\S]*&${own}\\b`).test(log)) {
    return { reason: noFunction(source, text), line: null };
  }
  const code = withoutComments(text);
  const { line, parameters } = signatureOf(text, own) ?? { line: null, parameters: [] };
  const place = line === null ? name : `${name}:${line}`;
  if (/static assertion failed with "number of arguments"/.test(log)) {
    const names = callParameters(source, description).flatMap((one) =>
      'argument' in one ? [one.argument.name] : [],
    );
    const known = names.join(', ');
    const more = parameters.length < names.length ? 'fewer' : 'more';
    // What is no parameter is often a variable of the device, which only host code can fill.
    const globals = /\b(?:__device__|__constant__)\s+[\w\s*]+(?:\[[^\]]*\]\s*)*[;=]/.test(code);
    const way =
      more === 'fewer' && globals
        ? '; globals = { variable = "argument" } in its block fills its __device__ and __constant__ variables, and args = [...] names what it takes'
        : '';
    return {
      reason: `${place}: ${own} takes ${more} arguments than ${file} has (${known})${way}`,
      line,
    };
  }
  const wrong = /static assertion failed with "argument (\w+)"/.exec(log)?.[1];
  const taken = callParameters(source, description);
  const at = taken.findIndex((one) => 'argument' in one && one.argument.name === wrong);
  const argument = description.args.find((one) => one.name === wrong);
  if (argument === undefined) return null;
  const type = typeInWords(argument);
  const parameterType = (parameters[at] ?? '')
    .replace(/\b__restrict__\b/, '')
    .replace(/\s*\b\w+$/, '')
    .trim();
  const isStruct = 'scalar' in argument && typeOfC(parameterType.replace(/^const /, '')) === null;
  return {
    reason: `${place}: ${argument.name} is ${parameterType} in ${name}, ${file} says ${type}${wayRound(parameterType, isStruct)}`,
    line,
  };
}

/** Where notes of the compiler say that the function is declared. */
function declarationLine(rest: string, path: string): number | null {
  const note = rest
    .split('\n')
    .map((line) => /^(.+?):(\d+):\d+: note: /.exec(line))
    .find((match) => match?.[1] === path);
  return note == null ? null : Number(note[2]);
}
