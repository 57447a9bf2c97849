import { expect, test } from 'vitest'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ViewerPage } from './ViewerPage.tsx'

test('a viewer that is a program on this computer is opened, the page says so, and opens it again', async () => {
  const opened = { viewer: 'weasis:scan', study_UID: '1', study_date: '', scan_type: '', patient_name: '' }
  const asked = serve({ 'POST */open/': ok(opened) })
  const { screen } = await show(<ViewerPage />, { at: '/viewer?study=1' })
  await expect.element(screen.getByText(/^The scan opens in another program on this computer/)).toBeVisible()
  const again = screen.getByRole('button', { name: 'Open it again' }).element()
  // Not by the mouse: some versions of the browser ask about the program in a window of their own, which takes it.
  again.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => asked.map(({ call }) => call)).toEqual(['POST /scans/1/open/', 'POST /scans/1/open/'])
})
