"""``coal bet``: what to stake, by equilibria of the bets, against helpers, against policies."""
