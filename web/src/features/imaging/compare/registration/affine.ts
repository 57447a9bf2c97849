import type { Affine, Triple } from './nifti.ts'

export const apply = (m: Affine, [x, y, z]: Triple): Triple => [
  m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
  m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
  m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
]

/** First `b`, then `a`. */
export const after = (a: Affine, b: Affine): Affine =>
  [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map(
      (column) =>
        [0, 1, 2].reduce((sum, n) => sum + a[4 * row + n]! * b[4 * n + column]!, 0) +
        (column === 3 ? a[4 * row + 3]! : 0),
    ),
  )

/** By the adjugate: the transposed cofactors, divided by the determinant. */
export const inverse = (m: Affine): Affine => {
  const [a, b, c, , d, e, f, , g, h, i] = m as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const determinant = a * cofactors[0]! + b * cofactors[3]! + c * cofactors[6]!
  const turned = cofactors.map((one) => one / determinant)
  const shift = apply(
    [...turned.slice(0, 3), 0, ...turned.slice(3, 6), 0, ...turned.slice(6), 0],
    [m[3]!, m[7]!, m[11]!],
  )
  return [0, 1, 2].flatMap((row) => [...turned.slice(3 * row, 3 * row + 3), -shift[row]!])
}

/** How far a volume shifts, in mm, and turns about x, y and z, in radians. */
export type Motion = readonly [x: number, y: number, z: number, aboutX: number, aboutY: number, aboutZ: number]

/** Rotates about a point, by x, then y, then z (Rz Ry Rx), and then shifts. */
export const rigid = ([x, y, z, aboutX, aboutY, aboutZ]: Motion, [cx, cy, cz]: Triple): Affine => {
  const [sx, sy, sz] = [Math.sin(aboutX), Math.sin(aboutY), Math.sin(aboutZ)]
  const [kx, ky, kz] = [Math.cos(aboutX), Math.cos(aboutY), Math.cos(aboutZ)]
  const turn = [
    [kz * ky, kz * sy * sx - sz * kx, kz * sy * kx + sz * sx],
    [sz * ky, sz * sy * sx + kz * kx, sz * sy * kx - kz * sx],
    [-sy, ky * sx, ky * kx],
  ] as const
  return turn.flatMap(([a, b, c], row) => [a, b, c, [x + cx, y + cy, z + cz][row]! - a * cx - b * cy - c * cz])
}

/** The angle of a rotation: the trace of its matrix is 1 + 2 cos (Euler). */
export const angleOf = (m: Affine) => Math.acos(Math.max(-1, Math.min(1, (m[0]! + m[5]! + m[10]! - 1) / 2)))
