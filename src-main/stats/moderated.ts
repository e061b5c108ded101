import { mean, variance } from './order.ts';
import type { Component } from './priors.ts';

/** A variance and the degrees of freedom that it is known by. */
export interface Variance {
  readonly value: number;
  readonly degrees: number;
}

/**
 * Variance of one process's value, out of what is known beforehand and what R processes show (Smyth 2004, section 3):
 * (d0 s0^2 + (R - 1) s^2) / (d0 + R - 1), with d0 + R - 1 degrees of freedom. With one process it is the prior alone.
 */
export function moderate(values: readonly number[], prior: Variance): Variance {
  const own = Math.max(0, values.length - 1);
  const degrees = prior.degrees + own;
  return {
    value: (prior.degrees * prior.value + own * variance(values)) / degrees,
    degrees,
  };
}

/**
 * The prior variance of a process's log median. Where its samples are so few that they know the median no better than
 * processes differ, their standard error takes its place.
 */
export function priorVariance({ sd, degrees }: Component, errors: readonly number[]): Variance {
  const sampling = errors.length === 0 ? 0 : mean(errors.map((error) => error ** 2));
  return { value: Math.max(sd ** 2, sampling), degrees };
}

/** A sum of independent variances, with the degrees of freedom of Welch and Satterthwaite. */
export function sumOfVariances(parts: readonly Variance[]): Variance {
  let value = 0;
  let squares = 0;
  for (const part of parts) {
    value += part.value;
    squares += part.value ** 2 / part.degrees;
  }
  const min = Math.min(...parts.map(({ degrees }) => degrees));
  return { value, degrees: squares > 0 ? value ** 2 / squares : min };
}

export function scaled({ value, degrees }: Variance, factor: number): Variance {
  return { value: value * factor, degrees };
}
