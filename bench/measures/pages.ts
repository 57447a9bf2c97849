import { notificationStream } from '@fornix/contract'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import lighthouse, { type Config } from 'lighthouse'
import { signIn } from '../browser.ts'
import { withFolder } from '../folder.ts'
import type { Program } from '../program.ts'
import { withProxy } from '../proxy.ts'
import { type Figure, percentile } from '../report.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
/** Only these addresses, with commas between them; all unless said. */
const only = process.env.PAGES?.split(',')
/** How many times slower than this machine the phone's processor is; less than 4 on a machine that is itself slow (decision 70). */
const cpuSlowdownMultiplier = Number(process.env.CPU_SLOWDOWN || 4)
const debugPort = 9333
const patient = 'ana.rivera@northside.example'
const physician = 'physician@northside.example'

/** The record of `patient`, whose address the list knows. */
const record = '/profile?patient='
const recordOf = async (page: Page) => {
  await page.goto(`/operatorPatientlist?searchQuery=${patient}`)
  return (await page.getByRole('table').getByRole('link').first().getAttribute('href')) ?? ''
}

/** The bounds of a page that anyone may see, of one behind the sign-in, and of the viewer. */
type Bounds = { kilobytes: number; seconds: number }
const open: Bounds = { kilobytes: 300, seconds: 2.5 }
const own: Bounds = { kilobytes: 300, seconds: 3.5 }

const visits: { email?: string; entrance?: string; pages: [path: string, bounds: Bounds][] }[] = [
  {
    pages: [
      ['/', { ...open, kilobytes: 180 }],
      ['/aboutus', open],
      ['/patients', open],
      ['/patient-register', open],
      ['/physicians', open],
      ['/ContactUsLanding', open],
      ['/privacy-policy', open],
    ],
  },
  {
    email: patient,
    entrance: '/patients',
    pages: [
      '/profile',
      '/patient/profile',
      '/patient/appointment',
      '/scan',
      '/files',
      '/patient/reimbursement',
      '/messages',
      '/news',
      '/account',
      '/accessLog',
      '/mrSafety',
      '/survey',
      '/contactUs',
    ].map((path) => [path, own]),
  },
  {
    email: physician,
    entrance: '/physicians',
    pages: ['/workQueue', '/operatorPatientlist', record, '/daySheet', '/reports'].map((path) => [path, own]),
  },
]

/** Lighthouse's phone: Slow 4G (1.6 Mbit/s, 150 ms) and a slower processor, simulated from what was loaded. */
const config: Config = {
  extends: 'lighthouse:default',
  settings: {
    throttling: { cpuSlowdownMultiplier },
    onlyCategories: ['performance', 'accessibility'],
    disableStorageReset: true,
    maxWaitForLoad: 60_000,
    // For staff it stays open as long as the page does: Lighthouse would wait for its end.
    blockedUrlPatterns: [`*${notificationStream.path}*`],
  },
}

const clearCache = async (context: BrowserContext) => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.close()
}

/** One cold visit: what Lighthouse says of it, times in milliseconds, sizes in bytes. */
const visit = async (context: BrowserContext, address: string) => {
  await clearCache(context)
  const result = await lighthouse(address, { port: debugPort, logLevel: 'error' }, config)
  const { audits, categories } = result?.lhr ?? {}
  const requests = audits?.['network-requests']?.details
  const numberOf = (audit: string) => audits?.[audit]?.numericValue ?? Number.NaN
  return {
    /** By which the document came, the first of all requests. */
    protocol: requests?.type === 'table' ? requests.items[0]?.['protocol'] : undefined,
    bytes: numberOf('total-byte-weight'),
    lcp: numberOf('largest-contentful-paint'),
    cls: numberOf('cumulative-layout-shift'),
    tbt: numberOf('total-blocking-time'),
    performance: 100 * (categories?.['performance']?.score ?? Number.NaN),
    accessibility: 100 * (categories?.['accessibility']?.score ?? Number.NaN),
  }
}
type Visit = Awaited<ReturnType<typeof visit>>
type Measured = Exclude<keyof Visit, 'protocol'>

const figuresOf = (path: string, { kilobytes, seconds }: Bounds, seen: Visit[]): Figure[] => {
  const median = (name: Measured) =>
    percentile(
      seen.map((one) => one[name]),
      0.5,
    )
  return [
    { what: `${path}: transfer`, value: median('bytes') / 1024, unit: 'KB', atMost: kilobytes },
    { what: `${path}: largest contentful paint`, value: median('lcp') / 1000, unit: 's', atMost: seconds },
    { what: `${path}: layout shift`, value: median('cls'), unit: '', atMost: 0.05 },
    { what: `${path}: total blocking time`, value: median('tbt'), unit: 'ms', atMost: 200 },
    { what: `${path}: Lighthouse performance`, value: median('performance'), unit: '', atLeast: 95 },
    { what: `${path}: Lighthouse accessibility`, value: median('accessibility'), unit: '', atLeast: 100 },
  ]
}

/** Every visit cold, on a phone and a slow link; the median of `ROUNDS`. */
const measureAt = async (address: string, browserArgs: string[]): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const { email, entrance = '', pages: all } of visits) {
    const pages = all.filter(([path]) => only?.includes(path) ?? true)
    if (pages.length === 0) continue
    await withFolder(async (folder) => {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        // What a worker keeps would make the next visit a warm one.
        serviceWorkers: 'block',
        baseURL: address,
        args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debugPort}`, ...browserArgs],
      })
      let recordAddress = ''
      if (email) {
        const page = await context.newPage()
        await signIn(page, email, entrance)
        if (pages.some(([path]) => path === record)) recordAddress = await recordOf(page)
        await page.close()
      }
      for (const [path, bounds] of pages) {
        const seen: Visit[] = []
        for (let round = 0; round < rounds; round++)
          seen.push(await visit(context, address + (path === record ? recordAddress : path)))
        const measured = figuresOf(path, bounds, seen)
        // Whoever stops the run keeps what it has measured.
        console.log(
          `  ${path} came by ${seen[0]?.protocol}: ${measured.map(({ value }) => value.toFixed(2)).join(', ')}`,
        )
        figures.push(...measured)
      }
      await context.close()
    })
  }
  return figures
}

export const measurePages = (program: Program) => withProxy(program, measureAt)
