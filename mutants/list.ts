import { addresses } from './lists/addresses.ts'
import { audit } from './lists/audit.ts'
import { care } from './lists/care.ts'
import { cluster } from './lists/cluster.ts'
import { documentsOfStudies } from './lists/documents-of-studies.ts'
import { emailChanges } from './lists/email-changes.ts'
import { emergencies } from './lists/emergency.ts'
import { entrance } from './lists/entrance.ts'
import { factors } from './lists/factors.ts'
import { files } from './lists/files.ts'
import { letters } from './lists/letters.ts'
import { measurements } from './lists/measurements.ts'
import { merges } from './lists/merges.ts'
import { messagesOfCare } from './lists/messages.ts'
import { money } from './lists/money.ts'
import { moves } from './lists/moves.ts'
import { notices } from './lists/notices.ts'
import { oversight } from './lists/oversight.ts'
import { ownRecords } from './lists/own-records.ts'
import { patients } from './lists/patients.ts'
import { pictures } from './lists/pictures.ts'
import { rights } from './lists/rights.ts'
import { safety } from './lists/safety.ts'
import { scannersAndRooms } from './lists/scanners.ts'
import { sessions } from './lists/sessions.ts'
import { studies } from './lists/studies.ts'
import { walls } from './lists/walls.ts'
import { web } from './lists/web.ts'

/** One list for each subject. A new one is a file in `lists/` and a line here. */
export const lists = {
  entrance,
  walls,
  care,
  sessions,
  factors,
  addresses,
  emailChanges,
  files,
  pictures,
  documentsOfStudies,
  measurements,
  letters,
  merges,
  moves,
  ownRecords,
  messages: messagesOfCare,
  money,
  notices,
  studies,
  rights,
  emergencies,
  oversight,
  patients,
  safety,
  scanners: scannersAndRooms,
  web,
  audit,
  cluster,
}
