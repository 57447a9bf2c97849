import { expect, test } from 'vitest'
import { showRoutes } from '../../testing/show.tsx'
import { useSheetAddress } from './use-sheet-address.ts'

const Sheet = () => {
  const { showDay, showScanner } = useSheetAddress()
  const chooseBoth = () => {
    showDay('2026-11-30')
    showScanner('one')
  }
  return (
    <button type="button" onClick={chooseBoth}>
      Both
    </button>
  )
}

test('of two choices in quick succession none is lost', async () => {
  let arrive = () => {}
  const loader = ({ request }: { request: Request }) =>
    request.url.includes('?') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null
  const routes = [{ path: '/daySheet', loader, element: <Sheet /> }]
  const { screen, router, address } = await showRoutes(routes, { role: 'Nurse', at: '/daySheet' })
  await screen.getByRole('button', { name: 'Both' }).click()
  await expect.poll(() => router.state.navigation.state).toBe('loading')
  arrive()
  await expect.poll(address).toBe('/daySheet?date=2026-11-30&scanner=one')
})
