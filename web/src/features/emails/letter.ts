import { gapsIn, sendEmail } from '@fornix/contract'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { messages } from './messages.ts'

export type AttachedDocument = { file_id: string; file_name: string; size: number }
export type Letter = {
  to_email: string
  cc: string
  bcc: string
  subject: string
  message: string
  documents: AttachedDocument[]
}

const schema = schemaResolver(sendEmail.body)

export const emptyLetter = (to_email: string): Letter => ({
  to_email,
  cc: '',
  bcc: '',
  subject: '',
  message: '',
  documents: [],
})

export const validateLetter = (letter: Letter) => {
  const found: Record<string, React.ReactNode> = { ...schema(letter) }
  const gaps = gapsIn(`${letter.subject}\n${letter.message}`)
  if (gaps.length > 0 && !found['message']) found['message'] = messages.compose.gaps(gaps)
  return found
}

export const bodyOf = ({ documents, ...typed }: Letter) => ({
  ...typed,
  attachments: JSON.stringify(documents.map(({ file_id }) => file_id)),
})
