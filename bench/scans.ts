import { mkdir, writeFile } from 'node:fs/promises'
import { dicomwebRoot } from '@fornix/contract'
import { mrSeries, type Study, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { address } from './program.ts'

export const aStudy = (key: string): Study => ({
  studyUid: uidOf('bench study', key),
  date: '20260910',
  time: '101530',
  accession: 'B1',
  description: 'Measured',
  physician: 'Bench^Physician',
  institution: 'Bench',
  patient: { id: `BENCH-${key}`, issuer: 'bench', name: 'Bench^Nobody', birthDate: '19900214', sex: 'O' },
})

export const slices = 100

/** Studies of 100 square slices, one file for each slice. */
export const writeScans = async (folder: string, studies: number, side = 64) => {
  const volume = { nx: side, ny: side, nz: slices, dx: 1, dy: 1, dz: 1, data: new Uint8Array(side * side * slices) }
  const sequence = {
    number: 1,
    description: 'AX T1',
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5,
    window: { center: 1000, width: 2000 },
    valueAt: (voxel: number) => voxel % 4096,
  } as const
  for (let n = 0; n < studies; n++) {
    await mkdir(`${folder}/${n}`, { recursive: true })
    for (const { sopUid, bytes } of mrSeries(volume, aStudy(`${n}`), sequence))
      await writeFile(`${folder}/${n}/${sopUid}`, bytes)
  }
}

const batchSize = 50
const send = async (token: string, batch: Buffer[]) => {
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

/** Sends files, fifty at a time. */
export const storeAll = async (token: string, files: Iterable<{ bytes: Buffer }>) => {
  let batch: Buffer[] = []
  for (const { bytes } of files) {
    batch.push(bytes)
    if (batch.length < batchSize) continue
    await send(token, batch)
    batch = []
  }
  if (batch.length > 0) await send(token, batch)
}
