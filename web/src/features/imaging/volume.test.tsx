import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MissingPart } from '../../platform/http/program.ts'
import { axeHits } from '../../testing/axe.ts'
import { pressKey } from '../../testing/press-key.ts'
import { ok, refused } from '../../testing/serve.ts'
import { signIn } from '../../testing/show.tsx'
import { files, multipart, place, render, shown, slices, viewVolumes, volume } from './volume-fixtures.tsx'
import { fake } from './volume-stand-ins.ts'

vi.mock('./convert.ts', () => import('./volume-stand-ins.ts'))
vi.mock('./scene.ts', () => import('./volume-stand-ins.ts'))
viewVolumes()

const pressed = (name: RegExp) => page.getByRole('button', { name, pressed: true })

test('where one is stands in words beside the picture, which has the focus for its keys', async () => {
  const { screen, canvas } = await render()
  await shown()
  await expect.element(canvas).toHaveFocus()
  await expect.element(screen.getByLabelText('Level')).toHaveValue('1000')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Scan' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('while the images come they are counted, and single slices can be had at once', async () => {
  let more: ((text: string) => void) | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (control) => {
      more = (text) => control.enqueue(new TextEncoder().encode(text))
    },
  })
  const { screen } = await render({ 'GET */series/9.1/': () => new Response(body, multipart) })
  await expect.element(screen.getByText('Loading images: 0 of 2')).toBeVisible()
  more?.(`${files[0]}--b`)
  await expect.element(screen.getByRole('progressbar', { name: 'Loading images: 1 of 2' })).toBeInTheDocument()
  more?.(`${files[1]?.slice(3)}--b`)
  await expect.element(screen.getByText('Preparing the views…')).toBeVisible()
  await screen.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect.element(place()).toHaveTextContent('Series of 1, Slice 2 of 2, at H 10.0 mm')
  await expect.poll(() => fake.closed).toBe(1)
})

test('a view is chosen by key or button, says which it is, and names the picture', async () => {
  const { screen, canvas } = await render()
  await shown()
  await expect.element(pressed(/^Planes and 3D/)).toBeVisible()
  await userEvent.keyboard('2')
  await expect.element(pressed(/^Coronal/)).toBeVisible()
  await expect.element(canvas).toHaveAccessibleName('Images of the series, Coronal. The arrow keys move through them.')
  await screen.getByRole('button', { name: /^Sagittal/ }).click()
  await expect.element(pressed(/^Sagittal/)).toBeVisible()
  await expect.element(pressed(/^Coronal/)).not.toBeInTheDocument()
  expect(fake.did).toEqual(['layout coronal', 'layout sagittal'])
})

test('that a drag sets the window is switched on and off, and said', async () => {
  await render()
  await shown()
  await userEvent.keyboard('w')
  await expect.element(pressed(/^Drag sets window/)).toBeVisible()
  await userEvent.keyboard('W')
  await expect.element(pressed(/^Drag sets window/)).not.toBeInTheDocument()
  expect(fake.did).toEqual(['drag windowing', 'drag crosshair'])
})

test('a patient reads what a drag changes, not the word “window”', async () => {
  signIn('Patient')
  const { screen } = await render()
  await shown()
  const group = screen.getByRole('group', { name: 'Brightness and contrast' })
  await expect.element(group.getByRole('button', { name: /^Drag to change brightness/ })).toBeVisible()
  expect(screen.getByText(/window/i).query()).toBeNull()
})

test('the window is set by keys, by presets and by numbers, and Reset brings the recorded one back', async () => {
  const { screen } = await render()
  await shown()
  const [level, width] = ['Level', 'Width'].map((name) => screen.getByLabelText(name))
  await expect.element(pressed(/^As recorded/)).toBeVisible()
  await userEvent.keyboard('-')
  await expect.element(level!).toHaveValue('1100')
  await expect.element(pressed(/^As recorded/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'All values' }).click()
  await expect.element(width!).toHaveValue('4096')
  await width!.fill('0')
  await expect.element(pressed(/^All values/)).toBeVisible()
  await screen.getByRole('button', { name: /^Reset/ }).click()
  await expect.element(width!).toHaveValue('2000')
})

test('the keys of the crosshair reach the picture, those of the browser and of a field do not', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('{ArrowLeft}{PageUp}{Control>}z{/Control}x')
  expect(fake.did).toEqual(['act left', 'act forward', 'act smaller'])
  await screen.getByLabelText('Level').click()
  await userEvent.keyboard('{ArrowLeft}z')
  expect(fake.did).toHaveLength(3)
})

test('the other series is opened by its key, and round again to the first', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('p')
  await expect.element(screen.getByRole('button', { name: /^Series of 2/ })).toHaveAttribute('aria-current', 'true')
  await shown()
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('button', { name: /^Series of 1/ })).toHaveAttribute('aria-current', 'true')
})

test('images that make no volume are shown one by one, and the next series is tried as a volume', async () => {
  fake.unconverted = new Error('no volume')
  const { screen } = await render()
  await expect.element(screen.getByText(/^These images do not form a volume/)).toBeVisible()
  await expect.element(place()).toHaveTextContent('Series of 1, Slice 2 of 2, at H 10.0 mm')
  fake.unconverted = undefined
  await screen.getByRole('button', { name: /^Series of 2/ }).click()
  await shown()
})

test('a converter that was not downloaded is offered again, and single slices with it', async () => {
  fake.unconverted = new MissingPart()
  const { screen } = await render({ 'HEAD *': 'no network' })
  await expect.element(screen.getByText(/^The images cannot be reached/)).toBeVisible()
  fake.unconverted = undefined
  await screen.getByRole('button', { name: 'Retry' }).click()
  await shown()
})

test('a browser that turns out to draw no 3D shows single slices, and does not offer 3D', async () => {
  fake.canDraw = false
  const { screen } = await render()
  await expect.element(screen.getByText('This browser cannot draw in 3D, so single slices are shown.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show planes and 3D' }).query()).toBeNull()
})

test('who chose single slices can come back to 3D', async () => {
  const { screen } = await render()
  await shown()
  await screen.getByRole('button', { name: 'Show single slices instead' }).click()
  await screen.getByRole('button', { name: 'Show planes and 3D' }).click()
  await shown()
})

test('the focus goes along to single slices and back, so that their keys work at once', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('{Tab}')
  await pressKey(screen.getByRole('button', { name: 'Show single slices instead' }))
  await expect.element(screen.getByRole('application')).toHaveFocus()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 2/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(place()).toMatchTextContent(/Slice 1 of 2/)
})

test('an archive that stops answering is told over the picture and asked again', async () => {
  let isDown = true
  const { screen } = await render({ 'GET */series/9.1/': () => (isDown ? refused(503) : volume()) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The image archive is not responding/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await shown()
})

test('a study that is closed while it comes leaves nothing of the patient on the screen', async () => {
  const { screen } = await render({ 'GET */series/9.1/': refused(404) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByText('Amara Abbott')).not.toBeInTheDocument()
})

test('a patient reads beside the planes how these are drawn, and beside single slices how their files lie', async () => {
  signIn('Patient')
  const { screen } = await render({ 'GET */instances/': ok(slices({ '00200037': [-1, 0, 0, 0, 1, 0] })) })
  await shown()
  await screen.getByText('What am I seeing?').click()
  await expect
    .element(screen.getByText(/In both, the right side of the body is on the left of the picture/))
    .toBeVisible()
  expect(screen.getByText(/Your (right|left) side is on the left of the picture/).query()).toBeNull()
  await screen.getByRole('button', { name: 'Show single slices instead' }).click()
  await screen.getByText('What am I seeing?').click()
  await expect.element(screen.getByText(/The left side of the body is on the left of the picture/)).toBeVisible()
  expect(screen.getByText(/In both, the right side/).query()).toBeNull()
})
