import { Badge, Button, Container, Divider, Grid, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { signedInAs } from '../../platform/session/acted-for.ts'
import { homeOf, useSession } from '../../platform/session/session.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { BrainSlice } from './BrainSlice.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import styles from './LandingPage.module.css'
import { messages } from './messages.ts'
import { Questions } from './Questions.tsx'
import { Strengths } from './Strengths.tsx'
import { Trust } from './Trust.tsx'
import { WhoWeServe } from './WhoWeServe.tsx'

/** Two doors for a visitor; a signed-in user is greeted and directed to their own area. */
function Doors() {
  const session = useSession()
  if (session)
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="lg" fw={600}>
          {t('Welcome back, {name}', { name: signedInAs(session).first_name })}
        </Text>
        <Button
          size="lg"
          className={styles['door'] ?? ''}
          component={Link}
          to={homeOf(session.role)}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {session.role === 'Patient' ? t('Go to your profile') : t('Go to your patients')}
        </Button>
      </Stack>
    )
  return (
    <Group>
      <Button
        size="lg"
        className={styles['door'] ?? ''}
        component={Link}
        to={paths.patients}
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        {messages.patientDoor}
      </Button>
      <Button size="lg" className={styles['door'] ?? ''} variant="default" component={Link} to={paths.physicians}>
        {messages.providerDoor}
      </Button>
    </Group>
  )
}

export function LandingPage() {
  return (
    <Container size="lg" py={{ base: 24, sm: 64 }}>
      <Grid align="center" gap={{ base: 24, md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Badge variant="light" size="lg" className={styles['pill'] ?? ''}>
              {t('Portable MRI research and care')}
            </Badge>
            <PageTitle
              title={<span className={styles['hero']}>{t('Brain imaging that comes to the bedside')}</span>}
              documentTitle={t('Brain imaging that comes to the bedside')}
            />
            <Text size="lg" c="dimmed" maw={560}>
              {t(
                'Book a scan, see your results, and share them with your physician. One place for patients, volunteers, and care teams.',
              )}
            </Text>
            <Doors />
            <Trust />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <div className={styles['slice']}>
            <BrainSlice />
          </div>
        </Grid.Col>
      </Grid>
      <Divider my={{ base: 16, sm: 56 }} opacity={{ base: 0, sm: 1 }} />
      <Stack className={styles['sections'] ?? ''}>
        <WhoWeServe />
        <Strengths />
        <HowItWorks />
        <Questions />
      </Stack>
    </Container>
  )
}
