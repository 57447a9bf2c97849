/** Used in turn if a file specifies no color. */
const fallbacks = ['#ff6b6b', '#4dabf7', '#ffd43b', '#69db7c', '#da77f2', '#ffa94d', '#3bc9db', '#f783ac']

const whitePoint = [0.950456, 1, 1.088754] as const
const cubed = (value: number) => (value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29))
const gamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
/** Red, green and blue of a color. */
export const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const byte = (value: number) =>
  Math.round(255 * Math.min(1, Math.max(0, gamma(value))))
    .toString(16)
    .padStart(2, '0')

/** Converts PCS values, CIELab in 16 bits as in the file (PS3.3 C.10.7.1.1), to a screen color. */
export const colorOf = (written: readonly number[] | undefined, at: number) => {
  const [lightness, a, b] = written ?? []
  if (lightness === undefined || a === undefined || b === undefined)
    return fallbacks[at % fallbacks.length] ?? '#ff6b6b'
  const level = ((lightness / 65535) * 100 + 16) / 116
  const [green, red] = [(a / 65535) * 255 - 128, (b / 65535) * 255 - 128]
  const x = whitePoint[0] * cubed(level + green / 500)
  const y = whitePoint[1] * cubed(level)
  const z = whitePoint[2] * cubed(level - red / 200)
  return `#${byte(3.2406 * x - 1.5372 * y - 0.4986 * z)}${byte(-0.9689 * x + 1.8758 * y + 0.0415 * z)}${byte(0.0557 * x - 0.204 * y + 1.057 * z)}`
}
