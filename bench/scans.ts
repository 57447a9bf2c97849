import { mkdir, writeFile } from 'node:fs/promises'
import { mrSeries, type Study, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'

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
