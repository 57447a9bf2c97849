import { expect, test } from 'vitest'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { viewSlices } from '../../testing/viewer.ts'
import { dot, sliceTags, tag } from './image-fixtures.ts'
import { ViewerPage } from './ViewerPage.tsx'

viewSlices()

const series = { '0020000E': tag('9.1'), '00200011': tag(1), '00080060': tag('MR'), '00201209': tag(2) }
const open = async (change: Record<string, unknown[]>) => {
  const asked = serve({
    'POST */open/': ok({ viewer: '/viewer', study_UID: '1', study_date: '', scan_type: '', patient_name: '' }),
    'GET */series/': ok([series]),
    'GET */instances/': ok([1, 2].map((n) => sliceTags(n, change))),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
  })
  const { screen } = await show(<ViewerPage />, { at: '/viewer?study=1' })
  await expect.poll(() => asked.at(-1)?.call).toContain('/rendered/')
  return { asked, overlays: screen.getByRole('switch', { name: 'Lines and letters of the file' }) }
}

test.each(['60000010', '60020010', '601E0010'])(
  'lines and letters that files lay over their images are drawn until they are switched off: %s',
  async (rows) => {
    const { asked, overlays } = await open({ [rows]: [48] })
    expect(asked.at(-1)?.search).not.toContain('overlays')
    await overlays.click()
    await expect.poll(() => asked.at(-1)?.search).toContain('overlays=off')
  },
)

test('where files have none there is no switch', async () => {
  const { overlays } = await open({ '60200010': [48] })
  await expect.element(overlays).not.toBeInTheDocument()
})
