/** Distribution functions that the judging needs, to about twelve digits. */

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

const logFactorials = new Float64Array(257);
for (let i = 2; i < logFactorials.length; i++) {
  logFactorials[i] = (logFactorials[i - 1] ?? 0) + Math.log(i);
}

/** log of the gamma function for x > 0 (Lanczos' series; whole numbers up to 257 by sums of logarithms). */
export function logGamma(x: number): number {
  if (Number.isInteger(x) && x >= 1 && x <= 257) return logFactorials[x - 1] ?? 0;
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const z = x - 1;
  let series = 0.9999999999998099;
  for (let i = 0; i < lanczos.length; i++) series += (lanczos[i] ?? 0) / (z + i + 1);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}

/** Regularised incomplete beta function I_x(a, b), by the continued fraction (Lentz's method). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = 1 + even / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = 1 + odd / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return (front * fraction) / a;
}

/** P(|Z| > |z|) of the standard normal, accurate far into the tails. */
export function normalTwoSided(z: number): number {
  return upperGammaHalf((z * z) / 2);
}

export function normalCdf(z: number): number {
  const tail = normalTwoSided(z) / 2;
  return z < 0 ? tail : 1 - tail;
}

/** Regularised upper incomplete gamma function Q(1/2, x): erfc of the root of x. */
function upperGammaHalf(x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(-x + 0.5 * Math.log(x)) / Math.sqrt(Math.PI);
  if (x < 1.5) {
    let term = 2;
    let sum = term;
    for (let n = 1; n < 200; n++) {
      term *= x / (0.5 + n);
      sum += term;
      if (term < sum * 1e-17) break;
    }
    return 1 - front * sum;
  }
  let b = x + 0.5;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 500; n++) {
    const a = -n * (n - 0.5);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** P(|T| > |t|) of Student's distribution with `df` > 0 degrees of freedom (need not be whole). */
export function studentTwoSided(t: number, df: number): number {
  if (!Number.isFinite(df)) return normalTwoSided(t);
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

const quantiles = new Map<string, number>();

/** Logarithm of the density of Student's distribution at 0. */
function logDensityAtZero(df: number): number {
  if (!Number.isFinite(df)) return -0.5 * Math.log(2 * Math.PI);
  return logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
}

/** The t with P(|T| <= t) = level, by Newton's method on the logarithms of both, kept inside what is known to hold it. */
export function studentQuantile(level: number, df: number): number {
  const key = `${level}:${df}`;
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  if (quantiles.size > 20_000) quantiles.clear();
  const tail = Math.log(1 - level);
  const top = logDensityAtZero(df);
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let t = 2;
  for (let i = 0; i < 200; i++) {
    const beyond = studentTwoSided(t, df);
    if (Math.log(beyond) > tail) low = t;
    else high = t;
    const shape = Number.isFinite(df) ? ((df + 1) / 2) * Math.log1p((t * t) / df) : (t * t) / 2;
    const slope = (2 * t * Math.exp(top - shape)) / beyond;
    const next = t * Math.exp((Math.log(beyond) - tail) / slope);
    const inside = next > low && next < high;
    const found = inside ? next : Number.isFinite(high) ? (low + high) / 2 : 2 * t;
    const moved = Math.abs(found - t);
    t = found;
    if (moved <= 1e-12 * t) break;
  }
  quantiles.set(key, t);
  return t;
}

/** The z with P(|Z| <= z) = level. */
export function normalQuantile(level: number): number {
  return studentQuantile(level, Number.POSITIVE_INFINITY);
}
