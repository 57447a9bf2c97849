import { afterAll, describe, expect, test } from 'vitest'
import { archiveTests } from '../../../test/archive-suite.ts'
import { testApp } from '../../../test/harness.ts'
import { hasOrthanc, startOrthanc } from '../../../test/orthanc.ts'
import { projectId, staffScope } from '../scope.ts'
import { dicomwebArchive } from './dicomweb-archive.ts'

describe.runIf(hasOrthanc)('with a real Orthanc', async () => {
  if (!hasOrthanc) return
  const { platform, given, folder } = await testApp()
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const scope = staffScope(projectId(await given.project()))
  archiveTests({ archive: dicomwebArchive(orthanc, platform.files), scope, folder })

  test('a wrong password and a server that is away are told apart from what does not exist', async () => {
    const locked = dicomwebArchive({ ...orthanc, password: 'wrong' }, platform.files)
    await expect(locked.seriesOf(scope, '1.2.3')).rejects.toMatchObject({ status: 503 })
    const away = dicomwebArchive({ url: 'http://127.0.0.1:9/dicom-web' }, platform.files)
    await expect(away.ready()).rejects.toMatchObject({ status: 503 })
  })
})
