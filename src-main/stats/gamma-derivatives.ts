/** Derivatives of the logarithm of the gamma function, for x > 0, to about twelve digits. */

/** Beyond it the asymptotic series are that exact. */
const large = 15;

/** The first derivative. */
export function digamma(x: number): number {
  let sum = 0;
  let z = x;
  for (; z < large; z++) sum -= 1 / z;
  const r = 1 / (z * z);
  return sum + Math.log(z) - 0.5 / z - r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r / 240)));
}

/** The second derivative. */
export function trigamma(x: number): number {
  let sum = 0;
  let z = x;
  for (; z < large; z++) sum += 1 / (z * z);
  const r = 1 / (z * z);
  return sum + 1 / z + r / 2 + (r / z) * (1 / 6 - r * (1 / 30 - r * (1 / 42 - r / 30)));
}

/** The x > 0 with trigamma(x) = y, for y > 0, by bisection in the logarithm. */
export function inverseTrigamma(y: number): number {
  let low = -30;
  let high = 30;
  for (let i = 0; i < 200 && high - low > 1e-12; i++) {
    const middle = (low + high) / 2;
    if (trigamma(Math.exp(middle)) > y) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
