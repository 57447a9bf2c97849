import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { SeriesChooser } from './SeriesChooser.tsx'

const all = Array.from({ length: 500 }, (_, n) => ({
  uid: `9.${n + 1}`,
  number: n + 1,
  description: `Series ${n + 1}`,
  modality: 'MR',
  instances: 1,
}))

test('of very many series all are there in the end, and the last one can be chosen', async () => {
  const chosen: string[] = []
  const [shown] = all
  await show(
    <SeriesChooser study="1.2" all={all} shown={shown!} keys={[]} onChoose={({ uid }) => chosen.push(uid)} />,
    { at: '/' },
  )
  const buttons = page.getByRole('button', { name: /^Series \d+/ })
  await expect.poll(() => buttons.elements().length).toBe(500)
  const last = buttons.last().element() as HTMLElement
  last.click()
  expect(chosen).toEqual(['9.500'])
})
