import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { anyLetters, signInOperator } from './people.ts'
import { fileOf, grayTags, type Tags } from './phantoms.ts'
import { colorsIn, spotsIn } from './pixels.ts'
import { adminToken, sendAs } from './studies.ts'

const at = (x: number, y: number, z: number): Tags => ({ '00200032': ['DS', [x, y, z]] })

/** Single bits of which no frame but the first begins with a byte, in no order and of some places only. */
const [rows, columns, pixel, gap] = [45, 61, 4.2, 10]
const places = [
  { segment: 2, z: 10 },
  { segment: 1, z: -20 },
  { segment: 1, z: 10 },
  { segment: 2, z: -20 },
  { segment: 1, z: 0 },
  { segment: 1, z: -10 },
]
/** Mm to the left and the back: the bright ball of the phantom, and a square at the right and the back. */
const isIn = (segment: number, x: number, y: number) =>
  segment === 1 ? x > 48 && x < 92 && y > -16 && y < 28 : x > -90 && x < -50 && y > 30 && y < 70
const corner = { x: -128.3, y: -95.1 }

const bits = () => {
  const bytes = new Uint8Array(2 * Math.ceil((places.length * rows * columns) / 16))
  for (const [frame, { segment }] of places.entries())
    for (let n = 0; n < rows * columns; n++) {
      const [x, y] = [corner.x + pixel * (n % columns), corner.y + pixel * Math.floor(n / columns)]
      const bit = frame * rows * columns + n
      if (isIn(segment, x, y)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  return bytes
}

const study = (id: string) => {
  const uid = (...parts: (string | number)[]) => uidOf('segmented', id, ...parts)
  const common: Tags = {
    '00080020': ['DA', '20261102'],
    '00080030': ['TM', '081500'],
    '00081030': ['LO', 'Brain MRI'],
    '00100010': ['PN', 'Phantom^Segmented'],
    '00100020': ['LO', id],
    '00100030': ['DA', ''],
    '0020000D': ['UI', uid('study')],
  }
  const slices = Array.from({ length: 12 }, (_, n) =>
    fileOf({
      ...grayTags(),
      ...common,
      ...at(-126, -94, n * 5 - 30),
      '00080018': ['UI', uid('slice', n)],
      '0008103E': ['LO', 'Head'],
      '0020000E': ['UI', uid('series')],
      '00200011': ['IS', 1],
      '00200013': ['IS', n + 1],
      '00200052': ['UI', uid('frame')],
    }),
  )
  const outlines = (name: string, frame: string) =>
    fileOf({
      ...common,
      '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.66.4'],
      '00080018': ['UI', uid(name)],
      '00080060': ['CS', 'SEG'],
      '0008103E': ['LO', name],
      '00081115': ['SQ', [{ '0020000E': ['UI', uid(frame === 'frame' ? 'series' : 'another')] }]],
      '0020000E': ['UI', uid('series', name)],
      '00200011': ['IS', 9],
      '00200013': ['IS', 1],
      '00200052': ['UI', uid(frame)],
      '00280002': ['US', 1],
      '00280004': ['CS', 'MONOCHROME2'],
      '00280008': ['IS', places.length],
      '00280010': ['US', rows],
      '00280011': ['US', columns],
      '00280100': ['US', 1],
      '00280101': ['US', 1],
      '00280102': ['US', 0],
      '00280103': ['US', 0],
      '00620001': ['CS', 'BINARY'],
      // Pure red and pure green of sRGB.
      '00620002': [
        'SQ',
        [
          { '00620004': ['US', 1], '00620005': ['LO', 'Lesion'], '0062000D': ['US', [34891, 53480, 50166]] },
          { '00620004': ['US', 2], '00620005': ['LO', 'Edema'], '0062000D': ['US', [57494, 10752, 54272]] },
        ],
      ],
      '52009229': [
        'SQ',
        [
          {
            '00209116': ['SQ', [{ '00200037': ['DS', [1, 0, 0, 0, 1, 0]] }]],
            '00289110': ['SQ', [{ '00180088': ['DS', gap], '00280030': ['DS', [pixel, pixel]] }]],
          },
        ],
      ],
      '52009230': [
        'SQ',
        places.map(({ segment, z }) => ({
          '00209113': ['SQ', [at(corner.x, corner.y, z)]],
          '0062000A': ['SQ', [{ '0062000B': ['US', segment] }]],
        })),
      ],
      '7FE00010': ['OB', bits()],
    })
  return { uid: uid('study'), files: [...slices, outlines('Outlines', 'frame'), outlines('Others', 'elsewhere')] }
}

const images = (page: Page) => page.getByRole('application')
const spots = async (page: Page) => {
  const [red, green] = await colorsIn(images(page), [255, 0, 0], [0, 255, 0])
  const [white] = await spotsIn(images(page), [250, 255])
  return { red: red!, green: green!, white: white! }
}

test('a stored segmentation lies over planes where its frames say, read from the pixels of the canvas', async ({
  page,
  request,
}) => {
  const { uid, files } = study(anyLetters())
  await sendAs(request, await adminToken(request), files)
  await signInOperator(page, 'physician@northside.example', `/viewer?study=${uid}`)
  const place = page.getByRole('main').getByRole('status')
  await expect(place).toHaveText(/Axial 7 of 12/)
  await page.getByRole('button', { name: /^Axial/ }).click()
  const outlined = page.getByRole('group', { name: 'Outlined areas' })
  await expect(outlined).toContainText('“Others” was made on pictures of another place or size')
  await expect(outlined).toContainText('“Others” was outlined on pictures that are not in this scan.')
  await expect(outlined.getByRole('list', { name: 'Colors of the areas' })).toHaveText('LesionEdema')
  await page.getByRole('slider', { name: 'Strength' }).fill('100')

  // At 0 mm there is red alone, over the ball at the patient's left, which is at the right of the screen.
  await expect.poll(async () => (await spots(page)).red.count).toBeGreaterThan(500)
  const middle = await spots(page)
  expect([middle.red.x > 0.1, Math.abs(middle.red.y) < 0.2, middle.green.count]).toEqual([true, true, 0])
  // Two slices of 5 mm above there is green too, at the right and the back, which is below.
  await images(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(place).toHaveText(/Axial 9 of 12/)
  await expect.poll(async () => (await spots(page)).green.count).toBeGreaterThan(300)
  const above = await spots(page)
  expect([above.red.x > 0.1, above.green.x < -0.1, above.green.y > 0.3]).toEqual([true, true, true])
  // The highest slice is above all frames: the ball is as it was.
  await page.keyboard.press('End')
  await expect.poll(async () => (await spots(page)).white.count).toBeGreaterThan(500)
  const top = await spots(page)
  expect([top.red.count, top.green.count]).toEqual([0, 0])

  await page.keyboard.press('PageDown')
  await expect.poll(async () => (await spots(page)).red.count).toBeGreaterThan(500)
  await page.getByLabel('Lesion').click()
  await expect.poll(async () => (await spots(page)).white.count).toBeGreaterThan(500)
  expect((await spots(page)).red.count).toBe(0)
  await page.getByLabel('Lesion').click()
  await page.getByRole('button', { name: /^3D/ }).click()
  // In 3D areas are shaded.
  const shaded = async () => (await colorsIn(images(page), [185, 55, 55]))[0]?.count
  await expect.poll(shaded).toBeGreaterThan(200)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
