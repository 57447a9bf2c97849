import { addReimbursement } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { checkUpload } from './check-upload.ts'

vi.mock('../../platform/language/t.ts', () => ({ translated: (sentence: string) => sentence && `es: ${sentence}` }))

test.each([
  [undefined, 'es: File is required'],
  [{ name: 'a.exe', size: 1 }, 'es: Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.'],
  [{ name: 'a.pdf', size: 2 ** 21 }, 'es: File size exceeds 1MB limit.'],
  [{ name: 'a.pdf', size: 1 }, undefined],
])('what is wrong with the file %j is said in the reader’s language', (file, sentence) => {
  const { upload } = addReimbursement
  expect(upload && checkUpload(file, upload)).toBe(sentence)
})
