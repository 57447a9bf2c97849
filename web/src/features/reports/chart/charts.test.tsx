import { Card } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../testing/show.tsx'
import { BarChart } from './BarChart.tsx'
import { ColumnChart } from './ColumnChart.tsx'

const boxOf = (element: Element) => element.getBoundingClientRect()
const barsOf = (row: string) => [...document.querySelectorAll(`[data-row="${row}"] [data-look]`)]
const heightsOf = (row: string) => barsOf(row).map((bar) => boxOf(bar).height)
const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
/** The scale is the first part of a column chart, and the last of a bar chart. */
const columnScale = '[aria-hidden] > :first-child > :first-child > span'
const barScale = '[aria-hidden] > :last-child > span'

const visits = [
  { name: 'done', label: 'Took place', look: 'solid', total: '14' },
  { name: 'missed', label: 'No-show', look: 'stripes', total: '4' },
  { name: 'booked', label: 'Still booked', look: 'dots', total: '1' },
] as const
const weeks = [
  { label: 'Nov 9', done: 10, missed: 4, booked: 0 },
  { label: 'Nov 16', done: 4, missed: 0, booked: 1 },
]

test('columns of a stack stand on each other, as high as their values, and none is drawn of what was not', async () => {
  await show(<ColumnChart stacked rows={weeks} series={visits} />)
  expect(texts(columnScale)).toEqual(['0', '5', '10', '15'])
  const [row] = document.querySelectorAll('[data-row="Nov 9"]')
  const unit = boxOf(row!).height / 15
  expect(unit).toBeGreaterThan(10)
  const [done, missed] = barsOf('Nov 9').map(boxOf)
  expect(heightsOf('Nov 9')).toEqual([expect.closeTo(10 * unit, 0), expect.closeTo(4 * unit, 0)])
  expect(done!.bottom).toBeCloseTo(boxOf(row!).bottom, 0)
  expect(missed!.bottom).toBeCloseTo(done!.top, 0)
  expect(heightsOf('Nov 16')).toEqual([expect.closeTo(4 * unit, 0), expect.closeTo(unit, 0)])
})

const waits = [
  { name: 'median', label: 'Median', look: 'solid' },
  { name: 'p90', label: '90th percentile', look: 'outline' },
] as const

test('columns of a group stand beside each other; a small value does not look like zero, and zero has no column', async () => {
  const rows = [
    { label: 'Sep', median: 40, p90: 80 },
    { label: 'Oct', median: 0.1, p90: 0 },
    { label: 'Nov', median: null, p90: null },
  ]
  await show(<ColumnChart rows={rows} series={waits} />)
  expect(texts(columnScale)).toEqual(['0', '20', '40', '60', '80'])
  const [median, p90] = barsOf('Sep').map(boxOf)
  expect(median!.height / p90!.height).toBeCloseTo(0.5, 1)
  expect(p90!.height).toBeCloseTo(boxOf(document.querySelector('[data-row="Sep"]')!).height, 0)
  expect(median!.bottom).toBe(p90!.bottom)
  expect(median!.right).toBeLessThan(p90!.left)
  expect(heightsOf('Oct')).toEqual([3])
  expect(barsOf('Nov')).toEqual([])
})

test('bars are as long as their values, each with its number', async () => {
  const rows = [
    { label: 'Added', value: 1000 },
    { label: 'Accepted', value: 250 },
    { label: 'Screened', value: 1 },
    { label: 'Scanned', value: 0 },
    { label: 'Unknown', value: null },
  ]
  const format = (value: number) => `${value} people`
  await show(<BarChart rows={rows} format={format} tick={String} />)
  expect(texts(barScale)).toEqual(['0', '200', '400', '600', '800', '1000'])
  expect(texts('[data-row]')).toEqual(['1000 people', '250 people', '1 people', '0 people', ''])
  const widthOf = (row: string) => barsOf(row).map((bar) => boxOf(bar).width)
  const [longest = 0] = widthOf('Added')
  expect(longest).toBeGreaterThan(500)
  expect(widthOf('Accepted')).toEqual([expect.closeTo(longest / 4, 0)])
  expect(widthOf('Screened')).toEqual([3])
  expect(widthOf('Scanned')).toEqual([])
})

test('a score is drawn against the best one, not against the highest that there is', async () => {
  const scores = { most: 5, format: (value: number) => value.toFixed(1), tick: String }
  const rows = [
    { label: 'Emails', value: 2.5 },
    { label: 'Welcome kit', value: null },
  ]
  const { screen } = await show(
    <>
      <ColumnChart {...scores} rows={rows} series={[{ name: 'value', label: 'Average', look: 'solid' }]} />
      <BarChart {...scores} rows={rows} />
    </>,
  )
  const numbers = ['0', '1', '2', '3', '4', '5']
  expect(texts(columnScale)).toEqual(numbers)
  expect(texts(barScale)).toEqual([...numbers])
  const [column, bar] = document.querySelectorAll('[data-row="Emails"]')
  expect(heightsOf('Emails')[0]).toBeCloseTo(boxOf(column!).height / 2, 0)
  expect(boxOf(bar!.querySelector('[data-look]')!).width).toBeCloseTo(boxOf(bar!).width / 2, 0)
  expect(screen.getByText('2.5').elements()).toHaveLength(2)
  expect(texts('[data-row="Welcome kit"]')).toEqual(['', ''])
})

test.each(['light', 'dark'] as const)(
  'in the %s each series has a pattern and an edge of its own, and the legend shows them with the totals',
  async (scheme) => {
    const series = [...visits, { name: 'canceled', label: 'Canceled', look: 'outline', total: '3' }] as const
    await show(<ColumnChart stacked rows={[{ ...weeks[0]!, booked: 1, canceled: 3 }]} series={series} />, { scheme })
    const lookOf = (element: Element) => {
      const { backgroundImage, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element)
      return [backgroundImage, backgroundColor, borderTopColor, borderTopWidth].join(' ')
    }
    const bars = barsOf('Nov 9')
    expect(new Set(bars.map(lookOf)).size).toBe(4)
    expect(new Set(bars.map((bar) => getComputedStyle(bar).borderTopColor)).size).toBe(4)
    const swatches = [...document.querySelectorAll('span[data-look]')]
    expect(swatches.map(lookOf)).toEqual(bars.map(lookOf))
    expect(swatches.map((swatch) => swatch.parentElement?.textContent)).toEqual([
      'Took place14',
      'No-show4',
      'Still booked1',
      'Canceled3',
    ])
  },
)

const labels = {
  month: (place: number) => `Nov ${2000 + place}`,
  week: (place: number) => `Nov ${(36 + place).toString(36)}`,
}

test.each([
  [320, 'month', 2],
  [320, 'week', 3],
  [390, 'month', 3],
  [390, 'week', 3],
  [768, 'month', 4],
  [1280, 'week', 4],
] as const)('at %i px the names of each %s neither overlap nor leave the chart', async (width, unit, fewest) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
  for (const count of [1, 4, 7, 13, 24, 53, 105]) {
    const rows = Array.from({ length: count }, (_, place) => ({ label: labels[unit](place), value: 4.4 }))
    const { screen } = await show(
      <Card p="md" mx="md">
        <ColumnChart rows={rows} series={[{ name: 'value', label: 'Average', look: 'solid' }]} />
      </Card>,
    )
    await document.fonts.ready
    const shown = (text: string) =>
      [...document.querySelectorAll('span')].filter((span) => span.textContent?.startsWith(text) && boxOf(span).width)
    const names = shown('Nov').map(boxOf)
    expect(names.length, `${count}`).toBeGreaterThanOrEqual(Math.min(count, fewest))
    for (const [place, { right }] of names.entries())
      expect(right + 3, `${count}`).toBeLessThan(names[place + 1]?.left ?? width - 16)
    expect(names[0]?.left, `${count}`).toBeGreaterThan(16)
    expect(shown('4.4'), `${count}`).toHaveLength(names.length)
    await screen.unmount()
  }
})

test('a mouse or a finger on a column shows its values within the chart, until it is elsewhere', async () => {
  await page.viewport(320, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const rows = [...weeks, { label: 'Nov 23', done: null, missed: 2000, booked: 3 }]
  const { screen } = await show(
    <>
      <ColumnChart stacked rows={rows} series={visits} />
      <p>Elsewhere</p>
    </>,
  )
  const plot = document.querySelector('[data-row="Nov 9"]')!.parentElement!.parentElement!
  const tip = () => plot.lastElementChild?.lastElementChild
  const elsewhere = screen.getByText('Elsewhere')
  const expectTip = async (row: string, text: string) => {
    await expect.poll(() => tip()?.textContent).toBe(text)
    const { left, right, top, bottom } = boxOf(tip()!)
    const place = boxOf(plot)
    expect([left >= place.left, right <= place.right, top >= place.top, bottom <= place.bottom], row).not.toContain(
      false,
    )
    expect(document.querySelector('[data-pointed-at="true"]')?.getAttribute('data-row')).toBe(row)
  }
  for (const [row, text] of [
    ['Nov 9', 'Nov 9Took place10No-show4Still booked0'],
    ['Nov 23', 'Nov 23Took place–No-show2,000Still booked3'],
  ] as const) {
    await userEvent.hover(document.querySelector(`[data-row="${row}"]`)!)
    await expectTip(row, text)
  }
  await userEvent.hover(elsewhere)
  await expect.poll(() => document.querySelector('[data-pointed-at="true"]')).toBeNull()

  const { left, top } = boxOf(document.querySelector('[data-row="Nov 16"]')!)
  const touch = (type: string, target: Element) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: left + 5, clientY: top + 5 }),
    )
  for (const type of ['pointerdown', 'pointerup', 'pointerout']) touch(type, plot)
  await expectTip('Nov 16', 'Nov 16Took place4No-show0Still booked1')
  touch('pointerdown', elsewhere.element())
  await expect.poll(() => document.querySelector('[data-pointed-at="true"]')).toBeNull()
})
