import { messages } from '../messages.ts'
import type { StudyDocument } from './documents.ts'

export const titleOf = ({ title, kind }: StudyDocument) => title || messages.documents[kind]
