import { colorsTuple } from '@mantine/core'

const shades = (text: string) => colorsTuple(text.split(' ').map((hex) => `#${hex}`))

// Built in OKLCH, so that a shade has the same lightness in every hue; theme.test.ts computes the contrast of every pair in use.
export const hues = {
  petrol: shades('edfbfc d7f4f8 b0e8ef 82d8e1 59c5d1 25a4b1 088690 066971 035259 003c42'),
  iris: shades('f6f7ff e9edfe d3dafe b9c3fe 9fabfe 7a84f8 6066d7 494cb4 383993 28296f'),
  green: shades('effcf2 daf6e3 b7ebc8 8fdcaa 6cca90 43a96e 1c8c53 006f3d 01572f 004021'),
  amber: shades('fef6ee ffead4 fcd5a9 f3bc7b e5a453 c48225 a36701 815000 653e00 4b2c00'),
  red: shades('fef6f4 ffe8e4 fed0ca ffb0a6 ff8e82 ec5c52 ca3c36 a7201f 870f12 660609'),
  blue: shades('f3f8fe e2f0fe c3e0ff 9cccff 72b8ff 4697e4 2579c4 035ea3 004981 003561'),
  gray: shades('f7fafc f0f4f7 e0e7ec ccd6dd 99a7b1 768692 586975 3a4a55 1f2d37 0f1a21'),
} as const
export const dark = shades('e1e9ef c8d3db a6b3bd 7a8893 404f5a 2d3b46 1f2c35 142028 0e171e 070f15')

/** Some disabled buttons say what is happening, such as “Submitting...”: they are read, and keep their shape on a card. */
export const disabled = {
  light: { text: hues.gray[6], surface: hues.gray[2] },
  dark: { text: dark[2], surface: dark[5] },
} as const

export const primaryShade = { light: 7, dark: 4 } as const

/** How much of shade 4 is in a tinted surface of the dark scheme. */
export const tint = { rest: 18, hover: 26 } as const
