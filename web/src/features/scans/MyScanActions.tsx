import { careAt, type MyScan } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconExternalLink, IconFileText } from '@tabler/icons-react'
import { paths } from '../../platform/base/paths.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { isShared } from '../../platform/session/shared.ts'
import { DownloadImages } from './DownloadImages.tsx'
import { messages } from './messages.ts'
import { openViewer } from './OpenViewer.tsx'

/** What a caregiver needs for the form. */
const formCare = careAt(paths.authForm)

/** The new tab gets a copy of this one's session storage, which a link with `noopener` would not give it. */
const openForm = ({ study_UID, study_date }: MyScan) => {
  sessionStorage.setItem('studyId', study_UID)
  sessionStorage.setItem('studyDate', study_date)
  window.open(paths.authForm, '_blank')
}

/** The text that was signed has changed since. */
const SignAgain = ({ scan, day }: { scan: MyScan; day: string }) => (
  <>
    <Text mt="md">{messages.signAgain}</Text>
    <Button
      mt="xs"
      variant="default"
      leftSection={<IconFileText size={18} aria-hidden />}
      aria-label={`${messages.signNamed(day)}, ${messages.newTab}`}
      onClick={() => openForm(scan)}
    >
      {messages.sign}
    </Button>
  </>
)

export const MyScanActions = ({ scan, day }: { scan: MyScan; day: string }) => (
  <>
    {scan.sign_again && isShared(formCare) && <SignAgain scan={scan} day={day} />}
    <NextAction scan={scan} day={day} />
  </>
)

/** A caregiver who sees the images may not have what the form needs. */
const FormNotShared = () => {
  const { firstName } = useCared()
  return (
    <Text mt="md" size="sm">
      {messages.formNotShared(firstName)}
    </Text>
  )
}

/** The one next step and, less prominent, other actions. A patient who is waiting has nothing to do. */
const NextAction = ({ scan, day }: { scan: MyScan; day: string }) => {
  if (scan.view_access ? !scan.seriesId : scan.request_status === 'pending') return null
  const hasForm = isShared(formCare)
  if (!hasForm && !scan.view_access) return <FormNotShared />
  const isNext = scan.request_status === 'none' && scan.has_images
  return (
    <Group gap="sm" mt="md">
      {scan.view_access ? (
        <>
          <Button
            leftSection={<IconExternalLink size={18} aria-hidden />}
            aria-label={`${messages.openNamed(day)}, ${messages.newTab}`}
            onClick={() => openViewer(scan)}
          >
            {messages.open}
          </Button>
          <DownloadImages study={scan.study_UID} day={day} variant="subtle" />
          {!scan.access_until && hasForm && (
            <Button
              variant="subtle"
              leftSection={<IconFileText size={18} aria-hidden />}
              aria-label={`${messages.releaseNamed(day)}, ${messages.newTab}`}
              onClick={() => openForm(scan)}
            >
              {messages.release}
            </Button>
          )}
        </>
      ) : (
        <Button
          variant={isNext ? 'filled' : 'default'}
          leftSection={<IconFileText size={18} aria-hidden />}
          aria-label={`${messages.requestNamed(day)}, ${messages.newTab}`}
          onClick={() => openForm(scan)}
        >
          {messages.request}
        </Button>
      )}
    </Group>
  )
}
