import { scanSentences } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { ApiFailure } from '../../platform/http/failure.ts'
import { axeHits } from '../../testing/axe.ts'
import { show } from '../../testing/show.tsx'
import { FileModal } from './FileModal.tsx'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90" onload="parent.ran=1;top.ran=1">
  <script>parent.ran = 1; top.ran = 1</script><circle r="9"/></svg>`
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\); top.ran = 1)>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/AA<</O<</S/JavaScript/JS(top.ran = 1)>>>>>>endobj
4 0 obj<</Length 41>>
stream
BT /F1 18 Tf 20 40 Td (Taxi 48 dollars) Tj ET
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`
const open = async (file_type: string, file: string, read = async () => new Blob([file])) => {
  const shown = { file_id: 'f', file_type, file_name: `taxi.${file_type}` }
  const named = ({ file_name }: { file_name: string }) => file_name
  return (
    await show(<FileModal file={shown} read={read} title={named} alt={named} onDownload={vi.fn()} onClose={vi.fn()} />)
  ).screen
}

test('a file is shown as a picture, and nothing that is programmed in it runs', async () => {
  const screen = await open('svg', svg)
  const picture = screen.getByRole('img', { name: 'taxi.svg' })
  await expect.element(picture).toBeVisible()
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  await screen.unmount()

  const paper = await open('pdf', pdf)
  await expect.element(paper.getByRole('region', { name: 'Page 1 of 1' })).toHaveTextContent('Taxi 48 dollars')
  expect(document.querySelectorAll('canvas')).toHaveLength(1)
  expect(document.querySelectorAll('object, embed, svg script')).toHaveLength(0)
  expect('ran' in window || 'ran' in (window.top ?? {})).toBe(false)
  expect(await axeHits()).toEqual([])
})

test('a file that is locked says why in its place', async () => {
  const locked = async () => {
    throw new ApiFailure(409, { error: scanSentences.quarantined, code: 'locked', detail: '', request_id: '' })
  }
  const screen = await open('pdf', '', locked)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(scanSentences.quarantined)
})

test.each(['pdf', 'png'])('a %s that nobody can read says so, and can still be downloaded', async (type) => {
  const screen = await open(type, 'not at all')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This file cannot be shown here. Please download it.')
  await expect.element(screen.getByRole('button', { name: 'Download' })).toBeEnabled()
})
