import { withFolder } from '../folder.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { writeScans } from '../scans.ts'

const studies = 100

/** 10,000 small files of a folder, by the command, while the program runs. */
export const measureImport = (program: Program): Promise<Figure[]> =>
  withFolder(async (folder) => {
    await writeScans(folder, studies)
    const begun = performance.now()
    const { stdout } = await program.fornix('import-dicom', folder)
    const seconds = (performance.now() - begun) / 1000
    if (!stdout.includes(`${studies * 100} files are new`)) throw new Error(`The import says: ${stdout}`)
    return [{ what: '10,000 instances imported: a second', value: (studies * 100) / seconds, unit: '/s', atLeast: 150 }]
  })
