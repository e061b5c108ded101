import { z } from 'zod';

declare const answer: unique symbol;

/** What a procedure takes, as a schema that hosts parse its input by, and what it answers, as a type alone. */
export type Procedure<Input extends z.ZodType, Answer> = Input & { readonly [answer]: Answer };

/** A procedure by the type of its answer and the shape of its input: `procedure<Plan>()({ id: z.string() })`. */
export function procedure<Answer>() {
  return <Shape extends z.ZodRawShape>(shape: Shape) =>
    z.object(shape) as Procedure<z.ZodObject<Shape>, Answer>;
}

export type Answer<P> = P extends { readonly [answer]: infer A } ? A : never;

/** What implements the procedures of a map, by name; hosts have parsed the input. */
export type Handlers<Procedures> = {
  readonly [P in keyof Procedures]: (
    input: z.output<Procedures[P]>,
  ) => Promise<Answer<Procedures[P]>>;
};
