/** The whole page. */
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createRoutes } from './routes.tsx';

export function App() {
  const [router] = useState(() => createBrowserRouter(createRoutes()));
  // An address and the data asked for by it change in one step: a transition that the answer of a
  // query interrupts would ask for the old and the new page by turns.
  return <RouterProvider router={router} useTransitions={false} />;
}
