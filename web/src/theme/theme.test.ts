import { expect, test } from 'vitest'
import { dark, disabled, hues, primaryShade, tint } from './theme-colors.ts'

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const linear = (value: number) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
const luminance = (hex: string) => {
  const [red, green, blue] = channels(hex).map(linear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** The contrast ratio of WCAG 2, from 1 to 21. */
const contrast = (one: string, other: string) => {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}
const mix = (over: string, percent: number, under: string) => {
  const below = channels(under)
  const mixed = channels(over).map((value, at) => Math.round((value * percent + below[at]! * (100 - percent)) / 100))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const white = '#ffffff'
const text = 4.5
const graphics = 3
const { light: onLight, dark: onDark } = primaryShade
const { gray } = hues

test('the formula knows the two ends of its scale', () => {
  expect(contrast('#000000', white)).toBeCloseTo(21, 5)
  expect(contrast('#777777', white)).toBeCloseTo(4.48, 2)
})

test.each(Object.entries(hues))('%s is readable wherever it carries text or lies under it', (_, hue) => {
  const pairs: Record<string, [string, string, number]> = {
    'white on a filled control': [white, hue[onLight], text],
    'white on a hovered filled control': [white, hue[8], text],
    'link on white': [hue[onLight], white, text],
    'link on the canvas': [hue[onLight], gray[0], text],
    'link on a table head': [hue[onLight], gray[1], text],
    badge: [hue[9], hue[1], text],
    'hovered badge': [hue[9], hue[2], text],
    'dark: text on a filled control': [dark[9], hue[onDark], text],
    'dark: text on a hovered filled control': [dark[9], hue[5], text],
    'dark: link on a surface': [hue[onDark], dark[6], text],
    'dark: link on the canvas': [hue[onDark], dark[7], text],
    'dark: badge': [hue[2], mix(hue[4], tint.rest, dark[6]), text],
    'dark: hovered badge': [hue[2], mix(hue[4], tint.hover, dark[6]), text],
  }
  for (const [name, [one, other, least]] of Object.entries(pairs))
    expect(contrast(one, other), name).toBeGreaterThanOrEqual(least)
})

test.each([
  ['text on white', gray[9], white, text],
  ['text on the canvas', gray[9], gray[0], text],
  ['dimmed on white', gray[6], white, text],
  ['dimmed on the canvas', gray[6], gray[0], text],
  ['dimmed on a table head', gray[6], gray[1], text],
  ['error on white', hues.red[7], white, text],
  ['error on the canvas', hues.red[7], gray[0], text],
  ['control border on white', gray[5], white, graphics],
  ['control border on the canvas', gray[5], gray[0], graphics],
  ['focus ring on the canvas', hues.petrol[onLight], gray[0], graphics],
  ['text on a disabled control', disabled.light.text, disabled.light.surface, text],
  ['dark: text on a disabled control', disabled.dark.text, disabled.dark.surface, text],
  ['dark: a disabled control on a surface', disabled.dark.surface, dark[6], 1.15],
  ['white on the highlight card', white, hues.petrol[8], text],
  ['dark: text on a surface', dark[0], dark[6], text],
  ['dark: text on the canvas', dark[0], dark[7], text],
  ['dark: dimmed on a surface', dark[2], dark[6], text],
  ['dark: dimmed on the canvas', dark[2], dark[7], text],
  ['dark: error on a surface', hues.red[4], dark[6], text],
  ['dark: control border on a surface', dark[3], dark[6], graphics],
  ['dark: focus ring on the canvas', hues.petrol[onDark], dark[7], graphics],
] as const)('%s has enough contrast', (_, one, other, least) => {
  expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
})
