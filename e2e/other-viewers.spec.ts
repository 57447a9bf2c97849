import { readFile, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { demoPort, seededFolder, startProgram } from './demo-program.ts'
import { signInOperator } from './people.ts'

const port = demoPort + 2
const elsewhere = demoPort + 3
const portal = `http://localhost:${port}`

/**
 * What OHIF does with a study: several questions at once, a token from its address in each if there is one, and the patient's other
 * studies.
 */
const ohif = `<!doctype html><title>OHIF</title><script src="app-config.js"></script><script type="module">
const address = new URLSearchParams(location.search)
const [study, token] = [address.get('StudyInstanceUIDs'), address.get('token')]
const root = '/api/dicomweb/studies'
const said = []
const ask = async (path) => {
  const answer = await fetch(root + path, token ? { headers: { Authorization: 'Bearer ' + token } } : {})
  said.push(answer.status)
  return answer
}
const value = (tags, tag) => tags[tag].Value[0]
const [[one], series] = await Promise.all(
  ['?StudyInstanceUID=' + study, '/' + study + '/series'].map(async (path) => (await ask(path)).json()))
const chains = series.map((tags) => '/' + study + '/series/' + value(tags, '0020000E'))
const [others, ...metadata] = await Promise.all(
  ['?PatientID=' + value(one, '00100020'), ...chains.map((chain) => chain + '/metadata')].map(async (path) => (await ask(path)).json()))
const frames = metadata.map(([tags], at) => chains[at] + '/instances/' + value(tags, '00080018') + '/frames/1')
await Promise.all(frames.map(async (path) => (await ask(path)).arrayBuffer()))
document.title = 'Shown'
document.body.textContent = said.length + ' questions: ' + [...new Set(said)] + '; ' + others.length + ' study'
</script>`

/** The lines of docs/VIEWERS.md that a viewer on another address begins its configuration with. */
const documentedLines = async () => {
  const text = await readFile(new URL('../docs/VIEWERS.md', import.meta.url), 'utf8')
  return /^ {4}const address = [\s\S]*?^ {4}\}$/m.exec(text)?.[0] ?? 'throw new Error("not in the documentation")'
}

/** Another address that serves OHIF and passes /api/dicomweb on, as the documentation tells its proxy to. */
const viewerElsewhere = async () => {
  const lines = await documentedLines()
  const server = createServer((asked, answer) => {
    const path = asked.url ?? ''
    if (path.startsWith('/api/dicomweb/')) {
      const headers = { ...asked.headers, host: `localhost:${port}` }
      asked.pipe(
        httpRequest({ port, host: 'localhost', method: asked.method, path, headers }, (passed) => {
          answer.writeHead(passed.statusCode ?? 502, passed.headers)
          passed.pipe(answer)
        }),
      )
      return
    }
    const isPage = path.startsWith('/viewer')
    answer.writeHead(isPage || path === '/app-config.js' ? 200 : 404, {
      'content-type': isPage ? 'text/html' : 'text/javascript',
    })
    answer.end(isPage ? ohif : path === '/app-config.js' ? lines : '')
  })
  await new Promise<void>((resolve) => server.listen(elsewhere, '127.0.0.1', resolve))
  return server
}

// One program after the other, on the same data: their settings differ.
test.describe.configure({ mode: 'serial' })
test.use({ baseURL: portal })

let dataDir: string
let program: Awaited<ReturnType<typeof startProgram>> | undefined
let server: Server | undefined
test.beforeAll(async () => {
  dataDir = await seededFolder()
  server = await viewerElsewhere()
})
test.afterEach(() => program?.stop())
test.afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Opens a scan of the first patient by the button of the list, in a portal whose viewer is at that address. */
const openIn = async (page: Page, template: string) => {
  program = await startProgram(port, dataDir, { VIEWER_URL_TEMPLATE: template })
  await signInOperator(page, 'physician@northside.example', '/operatorPatientlist?searchQuery=rivera')
  await page.getByRole('link', { name: /Ana/ }).click()
  await expect(page.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await page.getByRole('tab', { name: 'Scan', exact: true }).click()
  const opening = page.context().waitForEvent('page')
  await page
    .getByRole('button', { name: /^Open viewer/ })
    .first()
    .click()
  const viewer = await opening
  await expect(viewer).toHaveTitle('Shown')
  await expect(viewer.locator('body')).toHaveText(/^([89]|\d\d) questions: 200; 1 study$/)
  return viewer
}

test('OHIF under the portal’s address shows a study, and nothing in its address would', async ({ page, context }) => {
  await context.route(`${portal}/ohif/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: '' })
      : route.fulfill({ contentType: 'text/html', body: ohif }),
  )
  const viewer = await openIn(page, `${portal}/ohif/viewer?StudyInstanceUIDs={study}&token={token}`)
  expect(viewer.url()).toMatch(/\/ohif\/viewer\?StudyInstanceUIDs=[\d.]+&token=$/)
})

test('OHIF on another address exchanges its ticket before it starts, and takes it out of its address', async ({
  page,
}) => {
  const asked: string[] = []
  page.context().on('request', (request) => void asked.push(request.url()))
  const viewer = await openIn(page, `http://127.0.0.1:${elsewhere}/viewer?StudyInstanceUIDs={study}&token={token}`)
  expect(viewer.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/viewer\?StudyInstanceUIDs=[\d.]+$/)
  const ticket = asked.map((url) => new URL(url).searchParams.get('token')).find(Boolean)
  expect(ticket).toMatch(/^vt\./)
  const study = new URL(viewer.url()).searchParams.get('StudyInstanceUIDs')
  const stolen = await fetch(`${portal}/api/dicomweb/studies/${study}/series`, {
    headers: { authorization: `Bearer ${ticket}` },
  })
  expect(stolen.status).toBe(401)
})
