/** Looping background video with a stored pause, on the login screen and as the splash screen (specification, section 2). */
import { useEffect, useRef, useState } from 'react';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from '../../design/Button.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { color, radius, space, type } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';

const key = 'splashPaused';
/** Same as in client/index.html. */
const poster = {
  src: '/media/splash-poster.webp',
  srcSet: '/media/splash-poster-small.webp 824w, /media/splash-poster.webp 1280w',
  sizes: '(min-width: 1024px) 58vw, 100vw',
};

const Video = styled.div`
  position: relative;
  width: 100%;
  height: 100%;
  overflow: hidden;
  background: ${color.surfaceSunken};

  img,
  video {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const Corner = styled.div`
  position: absolute;
  bottom: ${space[4]};
  left: ${space[4]};
  display: flex;
  align-items: center;
  gap: ${space[2]};

  p {
    padding: ${space[2]} ${space[3]};
    border-radius: ${radius.sm};
    background: ${color.surface};
    ${type.sm}
  }
`;

type Fault = 'loadFailed' | 'playFailed';

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

export function SplashVideo() {
  const { t } = useTranslation('guest');
  const stillMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const video = useRef<HTMLVideoElement>(null);
  const [paused, setPaused] = useState(() => localStorage.getItem(key) === 'yes');
  const [fault, setFault] = useState<Fault | null>(null);
  const showVideo = !stillMotion && !savesData() && fault !== 'loadFailed';

  useEffect(() => {
    const element = video.current;
    if (!element || !showVideo) return;
    if (paused) {
      element.pause();
      return;
    }
    element.play().catch((failure: unknown) => {
      // A pause aborts `play`, and the source element reports a missing file itself.
      const name = failure instanceof DOMException ? failure.name : '';
      if (name !== 'AbortError' && name !== 'NotSupportedError') setFault('playFailed');
    });
  }, [paused, showVideo]);

  const toggle = () => {
    localStorage.setItem(key, paused ? 'no' : 'yes');
    setFault(null);
    setPaused(!paused);
  };

  return (
    <Video>
      <img {...poster} alt="" fetchPriority="high" />
      {showVideo ? (
        <video
          ref={video}
          aria-hidden="true"
          muted
          loop
          playsInline
          preload="metadata"
          tabIndex={-1}
        >
          <source src="/media/splash.webm" type="video/webm" />
          <source src="/media/splash.mp4" type="video/mp4" onError={() => setFault('loadFailed')} />
        </video>
      ) : null}
      <Corner>
        {showVideo ? (
          <IconButton
            label={paused ? t('video.play') : t('video.pause')}
            icon={
              paused ? (
                <Play size={18} aria-hidden="true" />
              ) : (
                <Pause size={18} aria-hidden="true" />
              )
            }
            onClick={toggle}
          />
        ) : null}
        {fault ? <p role="status">{t(`video.${fault}`)}</p> : null}
      </Corner>
    </Video>
  );
}

const Root = styled.main`
  height: 100dvh;
`;

/** Splash screen: the video (specification, section 2). */
export function SplashPage() {
  return (
    <Root>
      <VisuallyHidden as="h1">Loadout</VisuallyHidden>
      <SplashVideo />
    </Root>
  );
}
