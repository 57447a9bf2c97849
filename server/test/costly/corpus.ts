import { costlyArchives } from './archives.ts'
import { costlyDicom } from './dicom.ts'
import { costlyPictures } from './pictures.ts'
import type { CostlyFile } from './request.ts'
import { costlyTexts } from './texts.ts'

/** What strangers may send: files that cost more than they weigh, made here byte by byte, always the same. */
export const corpus: CostlyFile[] = [...costlyDicom, ...costlyArchives, ...costlyPictures, ...costlyTexts]
