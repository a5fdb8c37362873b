/** Location of the address, whose screen may still be loading: until then `useLocation` names that of the screen on show. */
import { createContext, useContext } from 'react';
import { useLocation, type Location } from 'react-router-dom';

const Wanted = createContext<Location | null>(null);

export const WantedLocation = Wanted.Provider;

export function useWantedLocation(): Location {
  const shown = useLocation();
  return useContext(Wanted) ?? shown;
}
