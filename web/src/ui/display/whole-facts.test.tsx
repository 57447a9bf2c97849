import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { WholeFacts } from './WholeFacts.tsx'

const facts = ['04-18-1986', 'MRN 400210', 'P-7K3QX9']

test('a fact too long for one line keeps its first letters on every line', async () => {
  const { screen } = await show(
    <p style={{ width: 120 }} data-testid="long">
      <WholeFacts>{['Eastern Time', 'Please arrive 10–15 minutes early']}</WholeFacts>
    </p>,
  )
  const line = screen.getByTestId('long').element()
  const { left } = line.getBoundingClientRect()
  const range = document.createRange()
  const text = line.lastElementChild?.lastElementChild?.lastChild
  range.selectNodeContents(text ?? line)
  const rects = [...range.getClientRects()]
  expect(rects.length).toBeGreaterThan(1)
  for (const rect of rects) expect(rect.left).toBeGreaterThanOrEqual(left - 0.5)
})

test('a line of facts that is a sentence begins with a capital', async () => {
  const { screen } = await show(
    <p className="sentence">
      <WholeFacts>{['hora del Este', '30 minutos']}</WholeFacts>
    </p>,
  )
  const facts = [
    ...(screen
      .getByText(/hora del Este/)
      .element()
      .closest('p')
      ?.querySelectorAll('p > span > span') ?? []),
  ]
  const cases = facts.map((fact) => getComputedStyle(fact, '::first-letter').textTransform)
  expect(cases.slice(0, 1)).toEqual(['uppercase'])
  expect(cases.slice(1)).not.toContain('uppercase')
})

test('no line ends or begins with a dot, however wide the lines are, and the text has them all', async () => {
  for (const width of [90, 120, 150, 180, 210, 400]) {
    const { screen } = await show(
      <p style={{ width, overflow: 'hidden' }} data-testid={`w${width}`}>
        <WholeFacts>{facts.join(' · ')}</WholeFacts>
      </p>,
    )
    const line = screen.getByTestId(`w${width}`).element()
    expect(line.textContent).toBe('04-18-1986 · MRN 400210 · P-7K3QX9')
    const { left } = line.getBoundingClientRect()
    const dots = [...line.querySelectorAll('span')].filter(({ textContent }) => textContent === ' · ')
    // Each dot that is not cut off follows a fact on its line.
    const shown = dots.map((dot) => dot.getBoundingClientRect()).filter((dot) => dot.left >= left - 0.5)
    const followsFact = (dot: DOMRect) =>
      [...line.querySelectorAll<HTMLElement>('p > span > span')].some((fact) => {
        const { right, top } = fact.getBoundingClientRect()
        return Math.abs(right - dot.left) < 1 && Math.abs(top - dot.top) < 4
      })
    for (const dot of shown) expect(followsFact(dot)).toBe(true)
  }
})
