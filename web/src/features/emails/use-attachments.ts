import { maxAttachments, maxAttachmentsBytes, sendEmail } from '@fornix/contract'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { sum } from '../../ui/display/sizes.ts'
import { checkUpload } from '../../ui/form/check-upload.ts'
import { pageOf } from '../../ui/form/pages.ts'
import { useCurrent } from '../../ui/form/use-current.ts'
import type { AttachedDocument, Letter } from './letter.ts'
import { messages } from './messages.ts'

type Attachment = { size: number }

const upload = sendEmail.upload!

const limitProblem = (attachments: readonly Attachment[]) => {
  if (sum(attachments) > maxAttachmentsBytes) return upload.several?.tooLargeTogether
  return attachments.length > maxAttachments ? upload.several?.tooManyFiles : undefined
}

/** Of the chosen files those that still fit beside what is attached, and why the others do not. */
const checkFiles = (chosen: readonly File[], attached: readonly Attachment[]) => {
  const problems: string[] = []
  const accepted: File[] = []
  for (const file of chosen) {
    const sentence = checkUpload(file, upload) ?? limitProblem([...attached, ...accepted, file])
    if (sentence) problems.push(messages.files.refused(file.name, sentence))
    else accepted.push(file)
  }
  return { accepted, problems }
}

/** New files and documents of the record that go along with an email; the documents are a value of its form. */
export const useAttachments = (form: UseFormReturnType<Letter>) => {
  const { drawn: files, read: readFiles, change: changeFiles } = useCurrent<readonly File[]>([])
  const [fileProblems, setFileProblems] = useState<string[]>([])
  const [isPreparing, setIsPreparing] = useState(false)
  const [hadLocation, setHadLocation] = useState(false)
  /** Counts the letters: a photo that gets ready after its letter was emptied or sent belongs to none. */
  const letter = useRef(0)
  const { documents } = form.values
  return {
    files,
    readFiles,
    fileProblems,
    bytes: sum(files) + sum(documents),
    setFileProblems,
    isPreparing,
    hadLocation: hadLocation && files.length > 0,
    /** Photos are made smaller first; until then nothing else is attached. */
    addFiles: async (chosen: readonly File[]) => {
      const own = letter.current
      setIsPreparing(true)
      const pictures = await Promise.all(chosen.map(async (file) => (await pageOf(file, upload))?.picture))
      if (letter.current !== own) return
      const prepared = chosen.map((file, at) => pictures[at]?.file ?? file)
      const { accepted, problems } = checkFiles(prepared, [...readFiles(), ...form.getValues().documents])
      changeFiles((now) => [...now, ...accepted])
      setFileProblems(problems)
      setHadLocation((before) => before || pictures.some((picture) => picture?.hadLocation))
      setIsPreparing(false)
    },
    removeFile: (file: File) => changeFiles((now) => now.filter((other) => other !== file)),
    setDocuments: (chosen: AttachedDocument[]) => {
      const sentence = limitProblem([...readFiles(), ...chosen])
      setFileProblems(sentence ? [sentence] : [])
      if (!sentence) form.setFieldValue('documents', chosen)
      return !sentence
    },
    removeFiles: () => {
      letter.current++
      changeFiles(() => [])
      setIsPreparing(false)
      setHadLocation(false)
      setFileProblems([])
    },
  }
}
