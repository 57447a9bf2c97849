import { messages } from '../messages.ts'
import type { StudyDocument } from './documents.ts'

export const titleOf = ({ title, kind, isMeasurements }: StudyDocument) =>
  isMeasurements ? messages.documents.measurements : title || messages.documents[kind]
