import { addresses } from './lists/addresses.ts'
import { audit } from './lists/audit.ts'
import { entrance } from './lists/entrance.ts'
import { files } from './lists/files.ts'
import { money } from './lists/money.ts'
import { rights } from './lists/rights.ts'
import { sessions } from './lists/sessions.ts'
import { studies } from './lists/studies.ts'
import { walls } from './lists/walls.ts'
import { web } from './lists/web.ts'

/** One list for each matter of the house. A new one is a file in `lists/` and a line here. */
export const lists = { entrance, walls, sessions, addresses, files, money, studies, rights, web, audit }
