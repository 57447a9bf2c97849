import { getPatientSession } from '@fornix/contract'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { showRoutes } from '../../testing/show.tsx'
import { queryClient } from '../http/query-client.ts'
import { refreshCall } from './api.ts'
import { useChosenPatient, useRememberPatient } from './chosen-patient.ts'

const memory = 'GET /patient/get_patient_session/'
const Window = () => {
  const { key, pending } = useChosenPatient()
  return <h1>{pending ? 'Loading' : (key ?? 'Nobody')}</h1>
}
const open = (at: string) =>
  showRoutes(
    [
      { path: '/files', element: <Window /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { role: 'Nurse', at },
  )
const remembering = (first: string) => {
  let patient_id = first
  const sent = serve({ [memory]: () => ok({ patient: JSON.stringify({ patient_id }) }) })
  return { sent, remember: (next: string) => (patient_id = next) }
}

test('an address that names a patient shows that one, and never asks whom the session remembers', async () => {
  const { sent } = remembering('P-2')
  const { screen } = await open('/files?patient=P-1')
  await expect.element(screen.getByRole('heading', { name: 'P-1' })).toBeVisible()
  window.dispatchEvent(new Event('visibilitychange'))
  await refreshCall(getPatientSession)
  expect(sent).toEqual([])
})

test('an address without one names the remembered patient, and stays with that one', async () => {
  const { sent, remember } = remembering('P-1')
  const { screen, address } = await open('/files?page=2')
  await expect.poll(address).toBe('/files?page=2&patient=P-1')
  const heading = screen.getByRole('heading', { name: 'P-1' })
  await expect.element(heading).toBeVisible()
  // It fetches until the new address has reached it, which is after the address is rendered.
  await expect.poll(() => queryClient.getQueryCache().findAll({ type: 'active' })).toEqual([])
  remember('P-2')
  window.dispatchEvent(new Event('visibilitychange'))
  await refreshCall(getPatientSession)
  await expect.element(heading).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('what an earlier page was told of the memory is not believed', async () => {
  const { remember } = remembering('P-1')
  const { screen, router, address } = await open('/files')
  await expect.poll(address).toBe('/files?patient=P-1')
  await router.navigate('/list')
  remember('P-2')
  await router.navigate('/files')
  await expect.poll(() => screen.getByRole('heading').element().textContent).not.toBe('Loading')
  await expect.poll(address).toBe('/files?patient=P-2')
})

test('a memory that arrives while another record is being opened does not replace it', async () => {
  let remember = (_: Served) => {}
  let arrive = () => {}
  serve({ [memory]: () => new Promise<Served>((resolve) => (remember = resolve)) })
  const loader = ({ request }: { request: Request }) =>
    request.url.includes('P-2') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null
  const { router, address } = await showRoutes([{ path: '/files', loader, element: <Window /> }], {
    role: 'Nurse',
    at: '/files',
  })
  await expect.poll(() => router.state.initialized).toBe(true)
  void router.navigate('/files?patient=P-2')
  remember(ok({ patient: JSON.stringify({ patient_id: 'P-1' }) }))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.poll(() => router.state.navigation.state).toBe('loading')
  arrive()
  await expect.poll(address).not.toBe('/files')
  expect(address()).toBe('/files?patient=P-2')
})

test('a memory that is empty or does not answer names nobody', async () => {
  serve({ [memory]: ok({ patient: '{}' }) })
  const { screen, address } = await open('/files')
  await expect.element(screen.getByRole('heading', { name: 'Nobody' })).toBeVisible()
  expect(address()).toBe('/files')
  serve({ [memory]: refused(400) })
  const { screen: other } = await open('/files')
  await expect.element(other.getByRole('heading', { name: 'Nobody' }).last()).toBeVisible()
})

const Opened = () => {
  const { id = '' } = useParams()
  useRememberPatient(id)
  return <h1>Record {id}</h1>
}

test.each([
  ['answered', ok()],
  ['refused', refused(500)],
])(
  'of two records opened quickly the session remembers the second, also where the first is %s late',
  async (_, late) => {
    const first = Promise.withResolvers<Served>()
    const kept: unknown[] = []
    const sent = serve({
      'POST /patient/set_patient_session/': async ({ body }) => {
        const answer = body?.['patient_id'] === 'P-1' ? await first.promise : ok()
        kept.push(body?.['patient_id'])
        return answer
      },
      [memory]: () => ok({ patient: JSON.stringify({ patient_id: kept.at(-1) }) }),
    })
    const { screen, router, address } = await showRoutes(
      [
        { path: '/record/:id', element: <Opened /> },
        { path: '/files', element: <Window /> },
      ],
      { role: 'Nurse', at: '/record/P-1' },
    )
    await expect.poll(() => sent).toHaveLength(1)
    await router.navigate('/record/P-2')
    await expect.element(screen.getByRole('heading', { name: 'Record P-2' })).toBeVisible()
    await router.navigate('/files')
    await expect.element(screen.getByRole('heading', { name: 'Loading' })).toBeVisible()
    first.resolve(late)
    await expect.poll(address).toBe('/files?patient=P-2')
    expect(kept).toEqual(['P-1', 'P-2'])
  },
)
