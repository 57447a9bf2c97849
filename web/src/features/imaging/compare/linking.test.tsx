import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok } from '../../../testing/serve.ts'
import { sliceTags } from '../image-fixtures.ts'
import { beginning, bothShown, compare, second, side, viewPairs } from './compare-fixtures.tsx'
import { fake } from './pair-stand-ins.ts'
import { rigid } from './registration/affine.ts'
import { phantomFile } from './registration/registration-fixtures.ts'

vi.mock('../convert.ts', () => import('./pair-stand-ins.ts'))
vi.mock('../scene.ts', () => import('./pair-stand-ins.ts'))
viewPairs()

const linkSwitch = () => page.getByRole('switch', { name: 'Link positions' })

test('in one frame of reference either side leads the other by mm, and the link can be switched off', async () => {
  const { address } = await compare(beginning)
  await bothShown()
  await expect.element(page.getByText('Both are in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).toBeChecked()
  fake.led.length = 0
  fake.moves[0]?.(3)
  fake.moves[1]?.(4)
  expect(fake.led).toEqual(['1 3.0', '0 4.0'])
  await linkSwitch().click()
  await expect.element(page.getByText('Not linked: each side moves alone.')).toBeVisible()
  fake.moves[0]?.(2)
  expect(fake.led).toHaveLength(2)
  expect(address()).toContain('link=off')
  await linkSwitch().click()
  await expect.poll(() => fake.led.at(-1)).toBe('1 2.0')
})

test('a place beyond the other images is said, and they stay where they are', async () => {
  await compare(beginning)
  await bothShown()
  fake.led.length = 0
  fake.moves[0]?.(12)
  await expect.element(second()).toMatchTextContent(/is outside these images/)
  expect(fake.led).toEqual([])
  fake.moves[0]?.(6)
  await expect.element(second()).not.toMatchTextContent(/is outside these images/)
})

test('in other coordinates nothing follows until somebody links it, and the offset is kept', async () => {
  await compare('&compare=2')
  await bothShown()
  await expect.element(page.getByText('These are not in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
  fake.led.length = 0
  fake.moves[0]?.(3)
  fake.moves[1]?.(5)
  expect(fake.led).toEqual([])
  await linkSwitch().click()
  await expect.element(page.getByText(/^Linked by relative position/)).toBeVisible()
  fake.led.length = 0
  fake.moves[0]?.(4)
  fake.moves[1]?.(7)
  expect(fake.led).toEqual(['1 6.0', '0 5.0'])
})

test('a link by relative place ends with the pair that it was made for', async () => {
  const { screen } = await compare('&compare=2')
  await bothShown()
  await linkSwitch().click()
  await expect.element(linkSwitch()).toBeChecked()
  await screen.getByLabelText('Series (first)').selectOptions('T2')
  await expect.element(side(/^First: .*T2$/)).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
})

test('views and size are those of both sides, steps and window those of the side in use', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  await screen.getByRole('button', { name: /^Coronal/ }).click()
  await screen.getByRole('button', { name: /^Zoom in/ }).click()
  expect(fake.led.splice(0)).toEqual(['0 coronal', '1 coronal', '0 larger', '1 larger'])
  await screen.getByRole('button', { name: 'Second', exact: true }).click()
  await screen.getByRole('button', { name: /^Next slice/ }).click()
  expect(fake.led.splice(0)).toEqual(['1 next'])
  screen.getByRole('application').first().element().focus()
  await userEvent.keyboard('{ArrowUp}-')
  expect(fake.led).toEqual(['0 next'])
  await screen.getByText('Window of the first side').click()
  await expect.element(side(/^First/).getByLabelText('Level')).toHaveValue('55')
  await screen.getByText('Window of the second side').click()
  await expect.element(second().getByLabelText('Level')).toHaveValue('50')
})

test('letters typed in a list choose from it, and nothing else', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  screen.getByLabelText('Series (second)').element().focus()
  await userEvent.keyboard('z')
  expect(fake.led).toEqual([])
})

test('where one side is no volume both are slices, linked by the nearest slice within its reach', async () => {
  await compare(beginning, {
    'GET */series/1.2/instances/': ok(
      [1, 2, 3].map((n) => sliceTags(n, { '00200052': ['7'], '00200032': [0, 0, n * n * 5] })),
    ),
  })
  await expect.element(page.getByText(/^Shown as single slices/)).toBeVisible()
  await expect.element(side(/^First/)).toMatchTextContent(/Slice 2 of 2, at H 10\.0 mm/)
  await expect.element(page.getByText('Linked in mm: both sides show the same place.')).toBeVisible()
  await page.getByLabelText('Slice (first)').fill('1')
  await expect.element(second()).toMatchTextContent(/Slice 1 of 3, at H 5\.0 mm/)
  await page.getByLabelText('Slice (second)').fill('3')
  await expect.element(side(/^First/)).toMatchTextContent(/is outside these images/)
  expect(await axeHits()).toEqual([])
})

test('another series on one side of two slices has its own window and size, and the other side keeps its own', async () => {
  const uneven = ok(
    [1, 2, 3].map((n) => sliceTags(n, { '00200032': [0, 0, n * n * 5], '00281050': [40], '00281051': [80] })),
  )
  const { screen } = await compare(beginning, {
    'GET */series/1.1/instances/': uneven,
    'GET */series/1.2/instances/': uneven,
  })
  await expect.element(second()).toMatchTextContent(/Slice 2 of 3/)
  for (const which of ['first', 'second']) await screen.getByText(`Window of the ${which} side`).click()
  const level = (region: ReturnType<typeof side>) => region.getByLabelText('Level')
  for (const region of [side(/^First/), second()]) await level(region).fill('500')
  await screen.getByRole('button', { name: /^Zoom in/ }).click()
  const zoomed = () => second().element().querySelectorAll('[style*="scale(1.25"]').length
  await expect.poll(zoomed).toBe(1)
  await screen.getByLabelText('Series (second)').selectOptions('T1')
  await expect.element(level(second())).toHaveValue('40')
  expect(zoomed()).toBe(0)
  await expect.element(level(side(/^First/))).toHaveValue('500')
})

const blendSwitch = () => page.getByRole('switch', { name: 'Overlay the second scan' })

test('in one set of coordinates the second is laid over the first, as strongly as one likes, and swapped', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  await blendSwitch().click()
  await expect.poll(() => fake.led).toContain('0 cover')
  expect(fake.led).toContain('0 50%')
  await expect.element(second()).not.toBeInTheDocument()
  await expect.element(screen.getByText('The buttons work on')).not.toBeInTheDocument()
  await expect.element(side(/^First: .*T1\. Overlay, 50%: .*T2$/)).toBeVisible()
  await screen.getByRole('slider', { name: 'Opacity of the second scan' }).fill('20')
  expect(fake.led.at(-1)).toBe('0 20%')
  screen.getByRole('application').first().element().focus()
  await userEvent.keyboard('b')
  await expect.element(screen.getByText('Shown: second only')).toBeVisible()
  await screen.getByRole('button', { name: /^Swap/ }).click()
  await expect.element(screen.getByText('Shown: first only')).toBeVisible()
  await expect.element(side(/^First/).getByText('Window of the second side')).toBeVisible()
  expect(await axeHits()).toEqual([])
  fake.led.length = 0
  fake.moves[0]?.(7)
  expect(fake.led).toEqual([])
  await blendSwitch().click()
  // A hidden side goes where the first one went meanwhile.
  await expect.poll(() => fake.led).toEqual(['0 uncover', '1 7.0'])
})

test('what is laid over the first makes light of values as its own files say', async () => {
  await compare(beginning, {
    'GET */series/1.2/instances/': ok(
      [1, 2].map((n) =>
        sliceTags(n, {
          '00200052': ['7'],
          '00281050': [40],
          '00281051': [80],
          '00281056': ['SIGMOID'],
          '20500020': ['INVERSE'],
        }),
      ),
    ),
  })
  await bothShown()
  await blendSwitch().click()
  await expect.poll(() => fake.covers).toEqual([{ windowShape: 'SIGMOID', isInverted: true }])
})

test('flicker changes by itself until it is stopped, and is not offered where less motion is asked for', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  await blendSwitch().click()
  const flicker = screen.getByRole('button', { name: 'Flicker' })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return expect(flicker.query()).toBeNull()
  await flicker.click()
  await expect.element(screen.getByText('Shown: first only')).toBeVisible()
  await expect.element(screen.getByText('Shown: second only')).toBeVisible()
  await flicker.click()
  await expect.element(flicker).toHaveAttribute('aria-pressed', 'false')
})

test('in other coordinates nothing is laid over each other', async () => {
  await compare('&compare=2')
  await bothShown()
  await expect.element(blendSwitch()).toBeDisabled()
  await expect.element(page.getByText(/can be overlaid/)).toBeVisible()
})

/** The first volume stays still, every other one is moved. */
const movedPhantoms = () => {
  let count = 0
  const small = { spacing: [5, 5, 5], size: [44, 44, 34] } as const
  const moved = rigid([6, -4, 8, 0, 0, (8 * Math.PI) / 180], [0, 0, 0])
  return () => (count++ === 0 ? phantomFile(small) : phantomFile({ ...small, moved }))
}
const alignButton = () => page.getByRole('button', { name: 'Align the second with the first' })

test('the computer aligns what was moved, says by how much, links it by mm, and takes it back', async () => {
  fake.nifti = movedPhantoms()
  const { screen } = await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(screen.getByText('Aligned by the computer. Check it.'), { timeout: 30_000 }).toBeVisible()
  const said = /moved by ([\d.]+) mm .* and turned by ([\d.]+)°/.exec(document.body.textContent ?? '')
  expect(Math.abs(Number(said?.[1]) - Math.hypot(6, 4, 8))).toBeLessThan(1)
  expect(Math.abs(Number(said?.[2]) - 8)).toBeLessThan(1)
  await expect.element(screen.getByText('The computer aligned the second scan with the first.')).toBeVisible()
  await expect.element(linkSwitch()).toBeChecked()
  await expect.element(blendSwitch()).toBeEnabled()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Undo the alignment' }).click()
  await expect.element(screen.getByText('These are not in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
})

test('aligned, the second has the tilt of the first, and no value where it was not measured', async () => {
  fake.nifti = movedPhantoms()
  const tilted = (n: number) => ({
    '00200052': ['8'],
    '00200032': [-100, -100 - 1.71 * n, 4.7 * n],
    '00200037': [1, 0, 0, 0, 0.9397, 0.342],
  })
  const slices = ok([1, 2].map((n) => sliceTags(n, tilted(n))))
  await compare('&compare=2', { 'GET */series/2.1/instances/': slices })
  await bothShown()
  await expect.element(second()).toMatchTextContent(/Value 5.*tilted 20°/)
  await alignButton().click()
  await expect.element(page.getByText('Aligned by the computer. Check it.'), { timeout: 30_000 }).toBeVisible()
  await expect.element(second()).toMatchTextContent(/Value \d/)
  await expect.element(second()).not.toMatchTextContent(/tilted/)
  fake.moves[1]?.(500)
  await expect.element(second()).toMatchTextContent(/No value/)
  await expect.element(second()).not.toMatchTextContent(/Value 500/)
  await page.getByRole('button', { name: 'Undo the alignment' }).click()
  await expect.element(second()).toMatchTextContent(/tilted 20°/)
})

test('aligning can be canceled', async () => {
  // With its message swallowed, the worker stays busy for as long as the click takes.
  const asked = vi.spyOn(Worker.prototype, 'postMessage').mockReturnValue()
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => [asked, ended].forEach((spy) => void spy.mockRestore()))
  const { screen } = await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(screen.getByRole('progressbar', { name: 'Aligning…' })).toBeInTheDocument()
  expect(asked).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(alignButton()).toBeVisible()
  expect(ended.mock.contexts).toEqual(asked.mock.contexts)
  expect(screen.getByText(/^Aligned by/).query()).toBeNull()
})

test('what cannot be aligned is said', async () => {
  await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(page.getByText(/could not align these two/)).toBeVisible()
})
