import { createHash } from 'node:crypto'
import { dicomwebRoot } from '@fornix/contract'
import { mrSeries } from '@fornix/demo/seeds/scans/mr-series.ts'
import type { Page } from '@playwright/test'
import { withBrowser } from '../browser.ts'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy } from '../scans.ts'

const physician = 'physician@northside.example'
const [side, slices] = [512, 300]
const steps = 40

/** Sends a study of one volume of 157 MB, a file for each slice, fifty at a time. */
const store = async (token: string) => {
  const study = aStudy(createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 8))
  const volume = {
    nx: side,
    ny: side,
    nz: slices,
    dx: 0.5,
    dy: 0.5,
    dz: 0.6,
    data: new Uint8Array(side * side * slices),
  }
  const files = mrSeries(volume, study, {
    number: 1,
    description: 'Large',
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5,
    window: { center: 1000, width: 2000 },
    valueAt: (voxel) => (voxel >> 6) % 2000,
  })
  const send = async (batch: Buffer[]) => {
    const body = Buffer.concat([
      ...batch.flatMap((bytes) => [
        Buffer.from('--cut\r\nContent-Type: application/dicom\r\n\r\n'),
        bytes,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--cut--\r\n'),
    ])
    const answer = await fetch(`${address}${dicomwebRoot}/studies/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/dicom+json',
        'content-type': 'multipart/related; type="application/dicom"; boundary=cut',
      },
      body,
    })
    if (answer.status !== 200) throw new Error(`STOW answered ${answer.status}`)
  }
  let batch: Buffer[] = []
  for (const { bytes } of files) {
    batch.push(bytes)
    if (batch.length < 50) continue
    await send(batch)
    batch = []
  }
  if (batch.length > 0) await send(batch)
  return study.studyUid
}

/** In the page: marks when the last file is there and when the words under the picture first say where it is. */
const markTimes = () => {
  const observer = new MutationObserver(() => {
    const text = document.body?.textContent ?? ''
    if (text.includes('Preparing the views') && performance.getEntriesByName('bytes').length === 0)
      performance.mark('bytes')
    if (!document.querySelector('[role=status]')?.textContent?.includes('Axial')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('shown'))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** In the page: how many steps a second are drawn, each in a frame of its own. */
const drawSteps = async (count: number) => {
  const canvas = document.querySelector('canvas')
  canvas?.focus()
  const begun = performance.now()
  for (let n = 0; n < count; n++) {
    const key = n % 2 === 0 ? 'ArrowUp' : 'ArrowDown'
    canvas?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const gl = canvas?.getContext('webgl2')
    // What was asked for is drawn when a pixel of it can be read.
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  }
  return (1000 * count) / (performance.now() - begun)
}

const heapOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return (usedSize + backingStorageSize) / 1e6
}

/** A volume of 512 x 512 x 300 in a browser that draws in software. */
export const measureLargeVolume = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf(physician, 1)
  const study = await store(token)
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(240_000)
    await page.goto('/physicians')
    await page.getByLabel('Email', { exact: true }).fill(physician)
    await page.getByLabel('Password', { exact: true }).fill('Demo-portal-1!')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/operatorPatientlist/)
    await page.addInitScript(markTimes)
    await page.goto(`/viewer?study=${study}`, { waitUntil: 'commit' })
    const shown = await page.waitForFunction(() => {
      const [bytes] = performance.getEntriesByName('bytes')
      const [shown] = performance.getEntriesByName('shown')
      return bytes && shown ? (shown.startTime - bytes.startTime) / 1000 : undefined
    })
    const figures: Figure[] = [
      {
        what: 'Volume of 512 x 512 x 300: first picture after the bytes',
        value: Number(await shown.jsonValue()),
        unit: 's',
        atMost: 3,
      },
    ]
    for (const plane of ['Axial', 'Coronal', 'Sagittal']) {
      await page.getByRole('button', { name: new RegExp(`^${plane}`) }).click()
      const perSecond = await page.evaluate(drawSteps, steps)
      figures.push({
        what: `Volume of 512 x 512 x 300: ${plane.toLowerCase()} steps`,
        value: perSecond,
        unit: '/s',
        atLeast: 20,
      })
    }
    figures.push({
      what: 'Volume of 512 x 512 x 300: heap with buffers',
      value: await heapOf(page),
      unit: 'MB',
      atMost: 400,
    })
    return figures
  })
}
