"""What each game is: rules that check themselves, states, variants, a plain referee."""
