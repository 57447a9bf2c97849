import { maxMeasurements } from '@fornix/contract'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ok, refused, type Sent, stale } from '../../../testing/serve.ts'
import { picture, viewSlices } from '../../../testing/viewer.ts'
import { button, drawByKeys, type Line, lineIn, list, open, path, press, saved, serveStudy } from './saved-fixtures.tsx'

viewSlices()

const keeping = (...before: Line[]) => {
  let [shapes, version] = [before, 0]
  const saved_at = () => (shapes.length > 0 ? `2026-11-23T20:15:00.${version}Z` : null)
  const put = (next: Line[]) => {
    shapes = next
    version += 1
    return ok({ message: 'ok', saved_at: saved_at() })
  }
  const take = ({ body }: Sent) => {
    const base = body?.['saved_at']
    if (base !== undefined && base !== saved_at()) return stale()
    return put((body?.['shapes'] as Line[] | undefined) ?? [])
  }
  return {
    elsewhere: (...next: Line[]) => void put(next),
    lengths: () => shapes.map(({ points: [from, to] }) => (to?.x ?? 0) - (from?.x ?? 0)).toSorted((a, b) => a - b),
    answers: {
      [`GET ${path}`]: () => ok({ shapes, saved_at: saved_at(), reports: [] }),
      [`POST ${path}`]: take,
      [`DELETE ${path}`]: take,
    },
  }
}
const line = (length: number) => lineIn('9.1', '8.2', length)
const items = () => list().getByRole('listitem')

test('lines drawn in two windows are all kept, and a window shows those of the other once it has saved', async () => {
  const { answers, elsewhere, lengths } = keeping()
  serveStudy({}, answers)
  await open()
  elsewhere(line(3), line(4), line(5))
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/4 measurements of yours in this scan, saved\./)
  expect(lengths()).toEqual([3, 4, 5, 10])
  await expect.element(items()).toHaveLength(4)
  // Again: it is now based on what it saved.
  elsewhere(line(3), line(4), line(5), line(6), line(10))
  await button('Remove: Length 16.0 mm, slice 2').click()
  await expect.poll(lengths).toEqual([3, 5, 6, 10])
  await expect.element(items()).toHaveLength(4)
})

test('what another window removed stays removed when this one draws the next line', async () => {
  const { answers, elsewhere, lengths } = keeping(line(3), line(4), line(4))
  serveStudy({}, answers)
  await open()
  await expect.element(items()).toHaveLength(3)
  elsewhere(line(4))
  await drawByKeys()
  await expect.poll(lengths).toEqual([4, 10])
  await expect.element(items()).toHaveLength(2)
})

test('changes that follow each other at once keep what came from another window with the first of them', async () => {
  const { answers, elsewhere, lengths } = keeping()
  serveStudy({}, answers)
  await open()
  elsewhere(line(3))
  picture().element().focus()
  await userEvent.keyboard('l{Enter}{ArrowRight}{Enter}{Enter}{ArrowRight}{ArrowRight}{Enter}{Escape}')
  await expect.element(saved()).toMatchTextContent(/3 measurements of yours in this scan, saved\./)
  expect(lengths()).toEqual([1, 2, 3])
})

test('a save whose answer was lost is not doubled by the next one', async () => {
  const { answers, lengths } = keeping()
  let isLost = true
  const post = answers[`POST ${path}`]
  serveStudy(
    {},
    {
      ...answers,
      [`POST ${path}`]: (request) => {
        const answer = post?.(request) ?? refused(404)
        return isLost ? 'no network' : answer
      },
    },
  )
  await open()
  await drawByKeys()
  await expect.element(saved()).toMatchTextContent(/Your last change is not saved yet/)
  isLost = false
  await saved().getByRole('button', { name: 'Try again' }).click()
  await expect.element(saved()).toMatchTextContent(/1 measurement of yours in this scan, saved\./)
  expect(lengths()).toEqual([10])
})

test('“Delete mine” deletes what this window has shown, and shows what another one had added', async () => {
  const { answers, elsewhere, lengths } = keeping(line(3))
  serveStudy({}, answers)
  await open()
  await expect.element(items()).toHaveLength(1)
  elsewhere(line(3), line(4), line(5))
  await saved().getByRole('button', { name: 'Delete mine' }).click()
  await press('Delete')
  await expect.poll(lengths).toEqual([4, 5])
  await expect.element(items()).toHaveLength(2)
})

test('more than there may be, of two windows together, says that some have to go', async () => {
  const { answers, elsewhere, lengths } = keeping()
  const post = answers[`POST ${path}`]
  const isTooMuch = ({ body }: Sent) => Array.isArray(body?.['shapes']) && body['shapes'].length > maxMeasurements
  serveStudy(
    {},
    {
      ...answers,
      [`POST ${path}`]: (request) => (isTooMuch(request) ? refused(400) : (post?.(request) ?? refused(404))),
    },
  )
  await open()
  elsewhere(...Array.from({ length: maxMeasurements }, (_, n) => line(20 + n / 10)))
  await drawByKeys()
  await expect
    .element(saved())
    .toMatchTextContent(/201 measurements .* not saved, because the limit is 200\. Please remove 1/)
  await button('Remove: Length 80.0 mm, slice 2').click()
  await expect.element(saved()).toMatchTextContent(/You have reached the limit of 200 measurements in this scan/)
  expect(lengths()).toHaveLength(maxMeasurements)
})
